import { globSync, readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { projectRoot } from '../../test/support/process/program.ts';

/** A part of the product whose mutants are judged by the same tests. */
export interface Shard {
  readonly name: string;
  /** What is changed, as patterns of paths. */
  readonly sources: readonly string[];
  /** Its own tests, as patterns of paths. */
  readonly near: readonly string[];
  /** Tests of the API, which judge what its own tests do not find. */
  readonly far: readonly string[];
}

/** The tests of the API that are about a service’s operations. */
const OPERATIONS: Readonly<Record<string, string>> = {
  activity: '{requests,requests-secrecy,recorded-requests}',
  curricula: '{curricula,continuing-education}*',
  directory: '{users,courses,authentication,calendar-feeds}*',
  identity: '{authentication,calendar-feeds}*',
  locations: '{locations,rooms}*',
  scheduling: 'appointments-{create,update,delete,list,filters,get,keys,embedding}*',
  timetracking: 'time-tracking*',
  webhooks: '{webhook,feed,events}*',
};

/** The tests of the API that are about the path of every request. */
const CONVENTIONS = [
  'test/gateway/{conventions,conditional,cursors,idempotency,identity-headers}*.test.ts',
  'test/gateway/{order-of-checks,pages,problem,rate-limit,write-allowance,calendar-feeds}*.test.ts',
];

export const shards: readonly Shard[] = [
  ...readdirSync(`${projectRoot}/services`).map((service) => ({
    name: `services/${service}`,
    sources: [`services/${service}/{domain,store,rpc}/**/*.ts`],
    near: [`services/${service}/**/*.test.ts`],
    far: [`test/gateway/${OPERATIONS[service] ?? service}.test.ts`],
  })),
  {
    name: 'gateway',
    sources: ['gateway/{endpoint,admission}/**/*.ts'],
    near: ['gateway/{endpoint,admission,http}/**/*.test.ts'],
    far: CONVENTIONS,
  },
  {
    name: 'platform',
    sources: ['platform/{handler,data}/**/*.ts'],
    near: ['platform/{handler,data}/**/*.test.ts'],
    far: [...CONVENTIONS, 'test/gateway/audit.test.ts'],
  },
  ...readdirSync(`${projectRoot}/libraries`).map((library) => ({
    name: `libraries/${library}`,
    sources: [`libraries/${library}/**/*.ts`],
    near: [`libraries/${library}/**/*.test.ts`],
    far: ['platform/{data,handler,calls}/**/*.test.ts'],
  })),
];

/** The paths of a shard’s sources. */
export function sourcesOf({ sources }: Shard): string[] {
  return matching(sources).filter((path) => !/\.test\.ts$|\.d\.ts$|\/(gen|testing)\//.test(path));
}

/** Which tests judge, one kind after the other: each kind judges what those before it have not found. */
export const STAGES = ['beside', 'near', 'far'] as const;
export type Stage = (typeof STAGES)[number];

/** The paths of the tests of a stage for a shard's sources: those in the same folders, its others, those of the API. */
export function testsOf(shard: Shard, stage: Stage, sources: readonly string[]): string[] {
  if (stage === 'far') return matching(shard.far);
  const folders = new Set(sources.map(dirname));
  return matching(shard.near).filter((path) => folders.has(dirname(path)) === (stage === 'beside'));
}

/** The folder of a shard that a file is in, whose rate is reported: `services/webhooks/store`. */
export function areaOf(file: string): string {
  const [top, part, folder] = file.split('/');
  return top === 'services' ? `${top}/${part}/${folder}` : `${top}/${part}`;
}

function matching(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: projectRoot })
    .map((path) => relative(projectRoot, `${projectRoot}/${path}`))
    .sort();
}
