"""The manifests of Kubernetes: whole, restricted, and with every secret that they mount."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy.local.stack import SERVICES, TIMED
from shared.settings import Settings

ROOT = Path(__file__).parents[3]
MANIFESTS = ROOT / "deploy" / "kubernetes"
KUBECTL = Path(sysconfig.get_path("scripts"), "kubectl")
SETTINGS = {f"CONSIGLIERE_{name.upper()}" for name in Settings.__struct_fields__}
OTHERS = {
    "CONSIGLIERE_SERVICE",
    "CONSIGLIERE_FRONT_URL",
    "CONSIGLIERE_SECRETS",
    "CONSIGLIERE_POSTGRES_ADMIN_URL",
}


def documents(*command: str, **environment: str) -> list[dict[str, Any]]:
    """Return the YAML documents that a command prints."""
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return [one for one in yaml.safe_load_all(done.stdout) if one]


@pytest.fixture(scope="module")
def resources() -> list[dict[str, Any]]:
    """Give everything that `kubectl apply -k` would apply."""
    return documents(str(KUBECTL), "kustomize", str(MANIFESTS))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Give the keys of each secret and configuration that the script puts into the cluster."""
    put = documents(
        str(MANIFESTS / "secrets.sh"),
        str(tmp_path_factory.mktemp("secrets")),
        DRY_RUN="yes",
        KUBECTL=str(KUBECTL),
        PYTHON=sys.executable,
    )
    assert {one["metadata"]["namespace"] for one in put} == {"consigliere"}
    return {one["metadata"]["name"]: set(one["data"]) for one in put}


def workloads(resources: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield name, resource and pod of everything that runs."""
    for one in resources:
        if one["kind"] in {"Deployment", "StatefulSet", "Job"}:
            yield one["metadata"]["name"], one, one["spec"]["template"]["spec"]


def test_every_program_of_the_stack_runs_here_too(resources: list[dict[str, Any]]) -> None:
    """Each service has an API, a relay and a consumer, some a timer; their modules exist."""
    wanted = {f"{service}-{kind}" for service in SERVICES for kind in ("api", "relay", "consumer")}
    wanted |= {f"{service}-timer" for service in TIMED} | {"front", "nats", "provision"}
    assert {name for name, *_ in workloads(resources)} == wanted
    for name, _, pod in workloads(resources):
        container = pod["containers"][0]
        service = name.split("-")[0]
        if service in SERVICES:
            modules = [part for part in container["command"] if part.startswith(("shared.", "services."))]
            environment = {one["name"]: one["value"] for one in container["env"]}
            assert environment["SERVICE"] == service
            assert all(find_spec(module.replace("$(SERVICE)", service)) for module in modules), name


def test_what_is_set_is_a_setting(resources: list[dict[str, Any]]) -> None:
    """A misspelled variable would be ignored in silence."""
    for name, _, pod in workloads(resources):
        for variable in pod["containers"][0].get("env", ()):
            if variable["name"].startswith("CONSIGLIERE_") and name != "front":
                assert variable["name"].removesuffix("_FILE") in SETTINGS | OTHERS, name


def test_every_mounted_secret_is_put_there_with_what_is_read(
    resources: list[dict[str, Any]], kept: dict[str, set[str]]
) -> None:
    """The script makes all that a pod mounts, and each file that a setting names."""
    for name, _, pod in workloads(resources):
        mounted: set[str] = set()
        for volume in pod.get("volumes", ()):
            sources = [volume, *volume.get("projected", {}).get("sources", ())]
            for source in sources:
                known = source.get("secret", {}).get("secretName") or source.get("secret", {}).get("name")
                mounted |= {one for one in (known, source.get("configMap", {}).get("name")) if one}
        assert mounted <= set(kept), name
        folder = "/run/secrets/consigliere/"
        read = {
            one["value"].removeprefix(folder)
            for one in pod["containers"][0].get("env", ())
            if str(one.get("value", "")).startswith(folder)
        }
        assert read <= {key for one in mounted for key in kept[one]}, name
    superusers = {one["spec"]["superuserSecret"]["name"] for one in resources if one["kind"] == "Cluster"}
    assert superusers <= set(kept)


def test_a_process_has_no_secret_of_another_service(kept: dict[str, set[str]]) -> None:
    """Only the migration knows the owners of the databases; only registration signs."""
    for service in SERVICES:
        own = {"database-url", "nats-url"} | ({"signing-key.pem"} if service == "registration" else set())
        assert kept[f"{service}-secrets"] == own


def test_nothing_runs_with_more_rights_than_it_needs(resources: list[dict[str, Any]]) -> None:
    """Every pod keeps the restricted standard of its namespace, and has no token of the cluster."""
    for name, _, pod in workloads(resources):
        assert pod["automountServiceAccountToken"] is False, name
        assert pod["securityContext"]["runAsNonRoot"], name
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        for container in pod["containers"]:
            context = container["securityContext"]
            assert context["readOnlyRootFilesystem"], name
            assert context["allowPrivilegeEscalation"] is False, name
            assert context["capabilities"] == {"drop": ["ALL"]}, name
            assert container["resources"]["limits"]["memory"], name


def test_one_relay_and_consumer_and_more_of_what_answers(resources: list[dict[str, Any]]) -> None:
    """What answers requests is there twice, is replaced without a gap, and is never drained away at once."""
    budgets = [one["spec"] for one in resources if one["kind"] == "PodDisruptionBudget"]
    for name, workload, pod in workloads(resources):
        if workload["kind"] == "Job":
            continue
        spec, container = workload["spec"], pod["containers"][0]
        assert container["livenessProbe"], name
        if name.endswith(("-relay", "-consumer", "-timer")):
            assert (spec["replicas"], spec["strategy"]) == (1, {"type": "Recreate"}), name
            continue
        assert spec["replicas"] >= 2, name
        assert container["readinessProbe"], name
        assert [one for one in budgets if one["selector"] == spec["selector"]], name
        if workload["kind"] == "Deployment":
            assert spec["strategy"]["rollingUpdate"]["maxUnavailable"] == 0, name
