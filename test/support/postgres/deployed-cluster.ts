import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { projectRoot } from '../process/program.ts';

/** The settings in `deploy/postgres/cluster.yaml` that servers without the operator can also have. */
export interface DeployedCluster {
  readonly instances: number;
  readonly synchronous: {
    readonly method: 'any' | 'first';
    readonly number: number;
    readonly dataDurability: 'required' | 'preferred';
    readonly failoverQuorum: boolean;
  };
  /** Settings of the servers. */
  readonly parameters: Readonly<Record<string, string>>;
}

export async function deployedCluster(): Promise<DeployedCluster> {
  const { spec } = parseDocument(await readFile(`${projectRoot}deploy/postgres/cluster.yaml`, 'utf8')).toJS();
  return {
    instances: spec.instances,
    synchronous: spec.postgresql.synchronous,
    parameters: spec.postgresql.parameters,
  };
}

/** The setting the operator derives from it: with required durability it does not depend on which instances run. */
export function synchronousStandbys({ synchronous }: DeployedCluster, names: readonly string[]): string {
  if (synchronous.dataDurability !== 'required') throw new Error('a primary without standbys would acknowledge writes');
  return `${synchronous.method.toUpperCase()} ${synchronous.number} (${names.join(', ')})`;
}
