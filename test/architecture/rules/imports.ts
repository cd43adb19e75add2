import { importsOf } from '../project/imports.ts';
import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';

interface Boundary {
  /** The files that it binds; a named group `own` is the service that a file belongs to. */
  readonly of: RegExp;
  /** Which of the project's own files those may import. */
  mayImport(target: string, own: string): boolean;
  readonly because: string;
}

const boundaries: readonly Boundary[] = [
  {
    of: /^gateway\//,
    mayImport: (target) => /^(gateway|services\/chassis|proto\/gen)\//.test(target),
    because: 'the gateway knows services by their contracts only',
  },
  {
    of: /^services\/chassis\//,
    mayImport: (target) => /^(services\/chassis|proto\/gen\/(lyceum\/(common|rpc)|grpc))\//.test(target),
    because: 'the chassis carries services and knows none of them',
  },
  {
    of: /^services\/(?!chassis\/)(?<own>[a-z]+)\//,
    mayImport: (target, own) => new RegExp(`^(services/(${own}|chassis)|proto/gen)/`).test(target),
    because: 'a service knows other services by their contracts only',
  },
  {
    of: /^services\/(?!chassis\/)(?<own>[a-z]+)\/domain\//,
    mayImport: (target, own) =>
      new RegExp(
        `^(services/${own}/domain/|platform/(errors|events|import)/|platform/(instant|ids|actor)\\.ts$|proto/gen/)`,
      ).test(target),
    because: 'rules are pure: they know messages, refusals and events, and no database, call or clock',
  },
  {
    of: /^services\/(?!chassis\/)[a-z]+\/store\//,
    mayImport: (target) => !/\/rpc\//.test(target),
    because: 'the store serves the RPCs and does not know them',
  },
  {
    of: /^cli\//,
    mayImport: (target) =>
      !/^(gateway|bench|test)\//.test(target) && !/^services\/(?!chassis\/)[a-z]+\/(store|rpc)\//.test(target),
    because: 'the command line reaches data through the services’ contracts, as any other caller',
  },
  {
    of: /^proto\//,
    mayImport: (target) => target.startsWith('proto/'),
    because: 'contracts depend on nothing',
  },
  {
    of: /^(services\/(?!chassis\/db\/schema\/)|gateway\/|system\/)/,
    mayImport: (target) => !/^services\/chassis\/db\/schema\/(schema-drift|generator-drift|entities)\.ts$/.test(target),
    because: 'a process that serves does not load the schema generator',
  },
  {
    of: /^(services|gateway|cli|system)\//,
    // All services in one process are what the tests run, and what `npm start` runs.
    mayImport: (target) => !/^(test|bench)\/|\.test\.ts$|\/testing\/(?!system\.ts$)/.test(target),
    because: 'the product runs without its tests',
  },
];

/** Imports that cross a boundary. */
export function findCrossings(file: SourceFile): Violation[] {
  const own = importsOf(file).filter(({ isPackage }) => !isPackage);
  return boundaries.flatMap(({ of, mayImport, because }) => {
    const match = of.exec(file.path);
    if (!match) return [];
    return own
      .filter(({ target }) => !mayImport(target, match.groups?.own ?? ''))
      .map(({ offset, target }) => violation(file, offset, `imports ${target}, but ${because}`));
  });
}

/** Packages that the chassis stands in front of. */
const CHASSIS_ONLY =
  /^(pg|pg-.*|node-pg-migrate|@grpc\/.*|@nats-io\/.*|grpc-health-check|pino|pino-.*|@opentelemetry\/.*|@mikro-orm\/.*)(\/|$)/;
/** What rules may not touch even where others may: the world outside the process. */
const WORLD = /^(node:(?!crypto$|util$).*|pg|fastify|@connectrpc\/.*|pino)(\/|$)/;

/** Imports of packages that are another floor's work. */
export function findForeignPackages(file: SourceFile): Violation[] {
  const isDomain = /^services\/[a-z]+\/domain\//.test(file.path);
  const isChassis = file.path.startsWith('platform/');
  return importsOf(file)
    .filter(({ isPackage }) => isPackage)
    .filter(({ target }) => (!isChassis && CHASSIS_ONLY.test(target)) || (isDomain && WORLD.test(target)))
    .map(({ offset, target }) => violation(file, offset, `imports ${target}`));
}
