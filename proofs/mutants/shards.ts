import { globSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { projectRoot } from '../../test/support/process/program.ts';

/** A part of the product whose mutants are judged by the same tests. */
export interface Shard {
  readonly name: string;
  /** What is changed, as patterns of paths. */
  readonly sources: readonly string[];
  /** Its own tests, as patterns of paths. */
  readonly near: readonly string[];
  /** Tests of the API and the console, which judge what its own tests do not find. */
  readonly far: readonly string[];
}

/** The tests of the API and the console that are about a service’s operations. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  activity: [
    'gateway/{requests,usage}/*',
    'gateway/conventions/{requests-secrecy,recorded-requests}',
    'console/{requests,overview}',
  ],
  curricula: ['gateway/{curricula,continuing-education}/**/*', 'gateway/conventions/outages'],
  directory: [
    'gateway/{users,user-groups}/*',
    'gateway/courses/{get,list}',
    'gateway/conventions/{imported-*,lists-by-ids,changed-lists}',
    'console/{people,settings}',
    'scim/*',
  ],
  identity: [
    'gateway/admission/authentication',
    'gateway/{calendar-feeds,calendars}/*',
    'console/{administrators,integrations,sign-in,passkeys,openid,calendar-feeds,directory-sync}',
  ],
  locations: ['gateway/{locations,rooms}/**/*', 'gateway/conventions/changed-locations'],
  // Races and very many appointments take long, and calendars are made by the gateway.
  scheduling: [
    'gateway/appointments/!(*-races|*-many|get-ics)',
    'gateway/courses/*-appointment{,s}',
    'gateway/rooms/free/*',
    'gateway/conventions/cross-tenant-references',
  ],
  timetracking: [
    'gateway/time-tracking/**/*',
    'gateway/conventions/{members*,time-*}',
    'time-tracking/random-punches',
    'console/time-records*',
  ],
  webhooks: ['gateway/{webhook-endpoints,events}/**/*', 'gateway/conventions/events', 'console/{webhook,events}*'],
};

/** The tests of the API that are about the path of every request. */
const CONVENTIONS = [
  'test/gateway/conventions/{json-and-texts,conditional,cursors,idempotency*,order-of-checks,problem*}.test.ts',
  'test/gateway/conventions/every-{body,write}.test.ts',
  'test/gateway/admission/{identity-headers,rate-limit,write-allowance}.test.ts',
  'test/gateway/{calendar-feeds/*,site/pages}.test.ts',
];

export const shards: readonly Shard[] = [
  ...readdirSync(`${projectRoot}/services`).map((service) => ({
    name: `services/${service}`,
    sources: [`services/${service}/{domain,store,rpc}/**/*.ts`],
    near: [`services/${service}/**/*.test.ts`],
    far: (OPERATIONS[service] ?? []).map((pattern) => `test/${pattern}.test.ts`),
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
    far: [...CONVENTIONS, 'test/gateway/conventions/audit.test.ts'],
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
export const STAGES = ['own', 'api', 'last'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * The paths of a stage's tests: a shard's own, those of the API, and those whose path has a text of `last`: what they
 * find, no other test finds.
 */
export function testsOf(shard: Shard, stage: Stage, last: readonly string[]): string[] {
  const isLast = (path: string) => last.some((text) => path.includes(text));
  const own = matching(shard.near);
  const api = matching(shard.far);
  if (stage === 'last') return [...own, ...api].filter(isLast);
  return (stage === 'own' ? own : api).filter((path) => !isLast(path));
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
