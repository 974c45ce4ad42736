"""The deployment in containers, tried from nothing: images where there is no registry, and a championship."""
