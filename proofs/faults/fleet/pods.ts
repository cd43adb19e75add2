import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '../../../test/support/process/program.ts';

/** The memory limit of the pods of a part, in MiB, as set in `deploy/base`. */
export function podMemoryMiB(part: string): number {
  const manifests = parseAllDocuments(readFileSync(`${projectRoot}deploy/base/${part}.yaml`, 'utf8'));
  const deployment = manifests.map((manifest) => manifest.toJS()).find(({ kind }) => kind === 'Deployment');
  const { memory } = deployment.spec.template.spec.containers[0].resources.limits;
  const [, mib] = /^(\d+)Mi$/.exec(memory) ?? [];
  if (!mib) throw new Error(`${part} may hold ${memory}, which is not in MiB`);
  return Number(mib);
}

/**
 * The environment variables that a container with this memory sets for its process, and more: see `deploy/Dockerfile`.
 */
export function inContainerOf(
  mib: number,
  { NODE_OPTIONS = '', ...more }: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...more, NODE_OPTIONS: `--max-old-space-size=${Math.floor(mib * 0.6)} ${NODE_OPTIONS}` };
}
