# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Why some calls cannot succeed with a local runtime."""
TEMPLATES = "golden images are built by a Kubernetes backend; a local runtime has none to build them with"
ISOLATED = "a local sandbox may make no namespaces inside itself, so it has no sandboxes within sandboxes"
VAULT = "credentials are put into requests by a TLS-intercepting egress sidecar, which the local runtime has not"
POLICY = "the network of a local sandbox is all or nothing from its start; a change is refused, not pretended"
