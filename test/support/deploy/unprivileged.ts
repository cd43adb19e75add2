import { expect } from 'vitest';
import { containerOf, type KubernetesObject, podOf } from './kubernetes.ts';

/**
 * Expects that a pod runs unprivileged and read-only, with a service account that is among the objects and has no
 * token.
 */
export function expectUnprivileged(object: KubernetesObject, objects: readonly KubernetesObject[]): void {
  const { spec } = podOf(object);
  expect(spec).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
  });
  expect(containerOf(object).securityContext).toEqual({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  });
  expect((containerOf(object).volumeMounts ?? []).every(({ readOnly }) => readOnly === true)).toBe(true);
  expect(['default', undefined]).not.toContain(spec.serviceAccountName);
  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toContain(
    `ServiceAccount ${spec.serviceAccountName}`,
  );
}
