import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** What tests alone use: it may import whatever it tests. */
const TESTS = '\\.test\\.ts$|(^|/)testing/';

/** The rooms of the platform: each may import those after it. */
const ROOMS = ['process', 'events', 'handler', 'calls', 'data', 'observability', 'core'];

const rooms: IForbiddenRuleType[] = ROOMS.slice(1).map((room, index) => ({
  name: `${room}-looks-down`,
  comment: `The rooms of the platform import downward only: ${ROOMS.join(' → ')}.`,
  from: { path: `^platform/${room}/`, pathNot: TESTS },
  to: { path: `^platform/(${ROOMS.slice(0, index + 1).join('|')})/` },
}));

const OWN = '^(platform|services|gateway|client|cli|installation|dev|proto|bench|test)/';

/** A rule: files below `from` import, of the project's own files, those of `may` alone. */
function only(name: string, comment: string, from: string, may: string): IForbiddenRuleType {
  return { name, comment, from: { path: from, pathNot: TESTS }, to: { path: OWN, pathNot: may } };
}

const CONTRACTS = '^proto/gen/';

/** Packages that the platform stands in front of. */
const WRAPPED =
  '(pg|pg-[^/]+|node-pg-migrate|@grpc/[^/]+|@nats-io/[^/]+|grpc-health-check|pino|pino-[^/]+|@opentelemetry/[^/]+|@mikro-orm/[^/]+)';

const forbidden: IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    comment: 'Files in a circle cannot be read, moved or tested one by one: move what they share below them.',
    from: {},
    to: { circular: true },
  },
  ...rooms,
  only(
    'platform-knows-no-service',
    'The platform carries the services and knows none of them.',
    '^platform/',
    '^platform/|^proto/gen/(lyceum/(common|rpc)|grpc|buf)/',
  ),
  only(
    'services-know-contracts',
    'A service knows other services by their contracts: call it through proto/, or move what both need to the platform.',
    '^services/([a-z]+)/',
    `^services/$1/|^platform/|${CONTRACTS}`,
  ),
  only(
    'rules-are-pure',
    'Domain rules know messages, refusals and events: no database, call or clock.',
    '^services/([a-z]+)/domain/',
    `^services/$1/domain/|^platform/core/(errors|import)/|^platform/core/(instant|ids|actor|event|email|changes-of)\\.ts$|${CONTRACTS}`,
  ),
  {
    name: 'stores-know-no-rpc',
    comment: 'The store serves the RPCs and does not know them.',
    from: { path: '^services/[a-z]+/store/', pathNot: TESTS },
    to: { path: '/rpc/|^platform/calls/' },
  },
  only(
    'gateway-knows-contracts',
    'The gateway knows services by their contracts only.',
    '^gateway/',
    `^gateway/|^platform/|${CONTRACTS}`,
  ),
  only(
    'client-stands-alone',
    'The client is a package of its own: it knows the API by its document alone.',
    '^client/',
    '^client/',
  ),
  {
    name: 'client-runs-anywhere',
    comment:
      'The client runs in browsers and at the edge, and brings no packages with it: fetch and its like are all it has.',
    from: { path: '^client/', pathNot: TESTS },
    to: { pathNot: '^client/' },
  },
  {
    name: 'client-is-one-entry',
    comment: 'The client is used as its users do: by what its index exports.',
    from: { path: OWN, pathNot: `^client/|${TESTS}` },
    to: { path: '^client/src/(?!index\\.ts$)' },
  },
  {
    name: 'cli-calls-services',
    comment: 'The command line reaches data through the services’ contracts, as any other caller.',
    from: { path: '^cli/', pathNot: TESTS },
    to: { path: '^(gateway|dev|bench|test)/|^services/[a-z]+/(store|rpc)/' },
  },
  only(
    'installation-lists-parts',
    'What an installation consists of is made of what its parts declare.',
    '^installation/',
    '^installation/|^services/[a-z]+/service\\.ts$|^gateway/(nats-user|config)\\.ts$|^platform/',
  ),
  only('contracts-stand-alone', 'Contracts depend on nothing.', '^proto/', '^proto/'),
  {
    name: 'production-without-development',
    comment: 'What development stands on is in no image.',
    from: { path: '^(platform|services|gateway|cli|installation)/', pathNot: TESTS },
    to: { path: '^dev/' },
  },
  {
    name: 'product-without-tests',
    comment: 'The product runs without its tests.',
    from: { path: '^(platform|services|gateway|cli|installation|dev)/', pathNot: TESTS },
    to: { path: `^(test|bench)/|${TESTS}` },
  },
  {
    name: 'generator-is-a-tool',
    comment: 'A process that serves does not load the schema generator.',
    from: { path: '^(platform|services|gateway|installation|dev)/', pathNot: `^platform/data/schema/|${TESTS}` },
    to: { path: '^platform/data/schema/(schema-drift|generator-drift|entities)\\.ts$' },
  },
  {
    name: 'packages-behind-the-platform',
    comment:
      'Database, gRPC, NATS, log and traces are reached through the platform: use what it offers, or add it there.',
    from: { path: '^(services|gateway|cli|installation|dev)/', pathNot: TESTS },
    to: { path: `^node_modules/${WRAPPED}/` },
  },
  {
    name: 'rules-know-no-world',
    comment: 'Domain rules know nothing of the world outside the process.',
    from: { path: '^services/[a-z]+/domain/', pathNot: TESTS },
    to: { dependencyTypes: ['core'], pathNot: '^(crypto|util)$' },
  },
  {
    name: 'rules-know-no-transport',
    comment: 'Domain rules know nothing of how they are called.',
    from: { path: '^services/[a-z]+/domain/', pathNot: TESTS },
    to: { path: '^node_modules/(fastify|@connectrpc/[^/]+)/' },
  },
];

/** Which folder may import which, and why; type imports count, too. */
export const importRules: readonly IForbiddenRuleType[] = forbidden.map((rule) => ({ ...rule, severity: 'error' }));

export const importOptions: ICruiseOptions = {
  doNotFollow: { path: '^node_modules/' },
  parser: 'swc',
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    extensions: ['.ts', '.js', '.mjs', '.json'],
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default'],
  },
};
