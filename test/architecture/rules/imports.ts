import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** Files that only tests use. They may import anything. */
const TESTS = '\\.test\\.ts$|^(test|proofs)/|(^|/)testing/';

/** The folders of these parts. Each may import those after it, and none what assembles them. */
const ROOMS = {
  platform: ['process', 'events', 'handler', 'calls', 'data', 'outbound', 'observability', 'core'],
  gateway: ['site', 'routes', 'endpoint', 'activity', 'http', 'admission', 'problem', 'schema'],
  console: ['screens', 'route', 'session', 'http', 'hand-over', 'components', 'assets'],
};
const rooms = Object.entries(ROOMS).flatMap(([part, folders]) =>
  folders.map((folder, index) => ({
    name: `${part}-${folder}-looks-down`,
    comment: `The folders of ${part}/ import downward only: ${folders.join(' → ')}.`,
    from: { path: `^${part}/${folder}/`, pathNot: TESTS },
    to: { path: `^${part}/(([^/]+\\.ts$)|(${[...folders.slice(0, index), 'none'].join('|')})/)` },
  })),
);

const OWN =
  '^(platform|libraries|bundle|records|languages|services|gateway|site|console|clients|cli|deploy|one-process|dev|proto|bench|test|proofs)/';

const PRODUCT = 'platform|libraries|bundle|records|languages|services|gateway|console|cli';

/** A rule: of the project's own files, those below `from` may import only those of `may`. */
function only(name: string, comment: string, from: string, may: string): IForbiddenRuleType {
  return { name, comment, from: { path: from, pathNot: TESTS }, to: { path: OWN, pathNot: may } };
}

const CONTRACTS = '^proto/gen/';

/** What others may import of a library. */
const LIBRARIES = '^libraries/[a-z-]+/index\\.ts$';
/** Files of platform/core that domain rules may use. */
const PURE =
  'actor|attempt|changes-of|email|enum-texts|event|grant|ids|instant|time-zone|present|resource|roles|table/row-fault|working-time-rules';

/** Packages that only the platform may import. */
const WRAPPED = '(pg|pg-[^/]+|node-pg-migrate|@grpc/[^/]+|@nats-io/[^/]+|pino|pino-[^/]+|@opentelemetry/[^/]+)';

const forbidden: IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    comment:
      'You cannot read, move or test files of a cycle one by one: move what they share into a file that both import.',
    from: {},
    to: { circular: true },
  },
  ...rooms,
  only(
    'platform-knows-no-service',
    'The platform must not depend on a service.',
    '^platform/',
    `^platform/|${LIBRARIES}|^proto/gen/(lyceum/(common|outbox|feed)|grpc|buf)/`,
  ),
  only(
    'libraries-know-nothing-of-lyceum',
    'A library could be published: it imports packages, its own files and other libraries’ indexes.',
    '^libraries/([a-z-]+)/',
    `^libraries/$1/|${LIBRARIES}`,
  ),
  {
    name: 'library-is-one-entry',
    comment: 'Use a library as its users would: import what its index exports.',
    from: { path: OWN, pathNot: `^libraries/|${TESTS}` },
    to: { path: '^libraries/[a-z-]+/(?!index\\.ts$|testing/)' },
  },
  only(
    'bundle-is-a-format',
    'The format of bundles and its engine know no section: services declare those.',
    '^bundle/',
    `^bundle/|^platform/|${LIBRARIES}|${CONTRACTS}`,
  ),
  only(
    'format-knows-no-database',
    'Whoever writes or checks a bundle needs no database: only services use the engine, which imports it.',
    '^bundle/format/',
    `^bundle/format/|^platform/core/|^platform/data/tables\\.ts$|${LIBRARIES}|${CONTRACTS}`,
  ),
  only(
    'services-know-contracts',
    'A service depends only on the contracts of other services: call the service through proto/, or move what both need to the platform.',
    '^services/([a-z]+)/',
    `^services/$1/|^platform/|^bundle/|^languages/|${LIBRARIES}|${CONTRACTS}`,
  ),
  only(
    'rules-are-pure',
    'Domain rules use messages, refusals and events, and no database, call or clock.',
    '^services/([a-z]+)/domain/',
    `^services/$1/domain/|^platform/core/errors/|^platform/core/(${PURE})\\.ts$|${CONTRACTS}`,
  ),
  only(
    'sections-are-declarations',
    'The command line checks bundles with the declarations of sections: they are data and rules, without access to a database.',
    '^services/([a-z]+)/import/',
    `^services/$1/(import|domain)/|^services/$1/store/[a-z-]*tables\\.ts$|^bundle/format/|^languages/names\\.ts$|^platform/core/|${CONTRACTS}`,
  ),
  {
    name: 'stores-know-no-rpc',
    comment: 'RPCs use the store; the store must not depend on them.',
    from: { path: '^services/[a-z]+/store/', pathNot: TESTS },
    to: { path: '/rpc/|^platform/calls/' },
  },
  only(
    'gateway-knows-contracts',
    'The gateway depends only on the contracts of services.',
    '^gateway/',
    `^gateway/|^platform/|^languages/|${LIBRARIES}|${CONTRACTS}`,
  ),
  only(
    'console-knows-contracts',
    'The console depends only on the contracts of services, on the texts of languages, and on nothing of the gateway but the records that leave as the API shows them.',
    '^console/',
    `^console/|^records/|^platform/|^languages/|${CONTRACTS}`,
  ),
  only(
    'records-are-those-of-the-api',
    'Records leave as the API shows them: the gateway has the one mapping to JSON, and records/ calls it.',
    '^records/',
    `^records/|^gateway/(routes|endpoint)/|^platform/|${CONTRACTS}`,
  ),
  only(
    'languages-are-texts',
    'What people read is in languages/: whoever writes it there needs to know nothing of who says it.',
    '^languages/',
    `^languages/|^platform/core/|${CONTRACTS}`,
  ),
  only(
    'site-describes-the-gateway',
    'The documentation is built from pages, from what the gateway declares and from the types of events; the gateway serves the result and imports nothing of it.',
    '^site/',
    '^site/|^gateway/(site/manifest|(routes|schema|problem|endpoint|admission|http)/.*)\\.ts$|^services/webhooks/domain/event-types\\.ts$|^platform/',
  ),
  {
    name: 'templates-escape',
    comment: 'HTML is made by console/components/html.ts, which escapes every value.',
    from: { path: '^console/', pathNot: '^console/components/html\\.ts$|^console/route/reader\\.ts$' },
    to: { path: '^node_modules/hono/' },
  },
  {
    name: 'client-runs-anywhere',
    comment: 'The client runs in browsers and at the edge without dependencies: use fetch and other web standards.',
    from: { path: '^clients/typescript/src/', pathNot: TESTS },
    to: { pathNot: '^clients/typescript/' },
  },
  only(
    'commands-for-integrators-are-clients',
    'They use the API as every integration does, and share with the commands of operators what knows no service: all of it is bundled.',
    '^clients/cli/',
    `^clients/(cli/|typescript/src/index\\.ts$)|^cli/(api/|terminal/|[a-z-]+\\.ts$)|^platform/core/|${LIBRARIES}`,
  ),
  {
    name: 'client-is-one-entry',
    comment: 'Use the client as its users do: import what its index exports.',
    from: { path: OWN, pathNot: `^clients/typescript/|${TESTS}` },
    to: { path: '^clients/typescript/src/(?!index\\.ts$)' },
  },
  {
    name: 'cli-calls-services',
    comment:
      'The command line reads and writes data through the services’ contracts, like any other caller. What is handed over to a person it makes as the console does.',
    from: { path: '^cli/', pathNot: TESTS },
    to: {
      path: '^(gateway|console/(?!hand-over/)|one-process|dev|bench|test|proofs|bundle/engine)/|^services/[a-z]+/(store|rpc)/',
    },
  },
  only(
    'installation-lists-parts',
    'An installation is assembled from what its services and the gateway declare.',
    '^deploy/installation/',
    '^deploy/installation/|^libraries/[a-z-]+/index\\.ts$|^services/[a-z]+/service\\.ts$|^gateway/(admission/nats-user|config)\\.ts$|^console/config\\.ts$|^platform/',
  ),
  only(
    'one-process-assembles',
    'The platform in one process is assembled from its parts as separate processes are: it has no code of theirs.',
    '^one-process/',
    `^one-process/|^(gateway|console|platform|deploy/installation)/|^services/[a-z]+/config\\.ts$|${LIBRARIES}|${CONTRACTS}`,
  ),
  only('contracts-stand-alone', 'Contracts must not depend on code.', '^proto/', '^proto/'),
  {
    name: 'production-without-development',
    comment: 'Images do not contain dev/.',
    from: { path: `^(${PRODUCT}|site|deploy/installation|one-process)/`, pathNot: TESTS },
    to: { path: '^dev/' },
  },
  {
    name: 'product-without-tests',
    comment: 'The product must run without its tests.',
    from: { path: `^(${PRODUCT}|site|deploy|one-process|dev)/`, pathNot: TESTS },
    to: { path: `^(test|proofs|bench)/|${TESTS}` },
  },
  {
    name: 'generator-is-a-tool',
    comment: 'It writes migrations; nothing that runs in production needs it.',
    from: { path: `^(${PRODUCT}|deploy|one-process|dev)/`, pathNot: `^dev/new-migration/|${TESTS}` },
    to: { path: '^dev/new-migration/' },
  },
  {
    name: 'packages-behind-the-platform',
    comment:
      'Only the platform uses the packages for database, gRPC, NATS, logs and traces: use what it offers, or add it there. Exceptions: deploy/nats and the cells of the rate limit use those of NATS.',
    from: {
      path: '^(bundle|records|languages|services|gateway|console|cli|deploy|one-process|dev)/',
      pathNot: `^deploy/nats/|^gateway/admission/nats-cells|${TESTS}`,
    },
    to: { path: `^node_modules/${WRAPPED}/` },
  },
  {
    name: 'traces-are-loaded-on-demand',
    comment:
      'A process without a collector does not load tracing.ts: openTracing does with one, and others use its types.',
    from: { path: OWN, pathNot: TESTS },
    to: {
      path: '^platform/observability/tracing/tracing\\.ts$',
      dependencyTypesNot: ['type-only', 'dynamic-import'],
    },
  },
  {
    name: 'rules-know-no-world',
    comment: 'Domain rules must not use anything outside the process.',
    from: { path: '^services/[a-z]+/domain/', pathNot: TESTS },
    to: { dependencyTypes: ['core'], pathNot: '^(crypto|util)$' },
  },
  {
    name: 'rules-know-no-transport',
    comment: 'Domain rules must not depend on how they are called.',
    from: { path: '^services/[a-z]+/domain/', pathNot: TESTS },
    to: { path: '^node_modules/(fastify|@connectrpc/[^/]+)/' },
  },
];

/** Which folder may import which, and why. Type imports count. */
export const importRules: readonly IForbiddenRuleType[] = forbidden.map((rule) => ({ ...rule, severity: 'error' }));

export const importOptions: ICruiseOptions = {
  doNotFollow: { path: '(^|/)node_modules/' },
  parser: 'swc',
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    extensions: ['.ts', '.js', '.mjs', '.json'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
  },
};
