import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { projectRoot } from '../program.ts';

/** What `deploy/postgres/cluster.yaml` asks of the operator, as far as servers without it can do the same. */
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

/** What the operator makes of it: a setting that stays as it is, whoever of them runs, where durability is required. */
export function synchronousStandbys({ synchronous }: DeployedCluster, names: readonly string[]): string {
  if (synchronous.dataDurability !== 'required') throw new Error('a primary without standbys would acknowledge writes');
  return `${synchronous.method.toUpperCase()} ${synchronous.number} (${names.join(', ')})`;
}
