import { oneOf, optional, text } from '../../platform/core/config/variables.ts';

/** The environment variables of the tests. */
export const testVariables = {
  TEST_TRANSPORT: oneOf(['direct', 'grpc', 'mux'], {
    description: 'transport for calls to services in the tests of the whole system',
    fallback: 'direct',
  }),
  TEST_SHAPE: oneOf(['one', 'processes'], {
    description: 'processes: the tests of the whole system run against separate processes, as in production',
    fallback: 'one',
  }),
  TEST_DATABASE: oneOf(['postgres', 'pgbouncer'], {
    description: 'pgbouncer: services connect to their databases through PgBouncer in transaction mode',
    fallback: 'postgres',
  }),
  PGBOUNCER_BIN: optional(text({ description: 'path of the PgBouncer program; default: the system package' })),
  RELEASE_BEFORE: optional(
    text({
      description:
        'commit from which the test of a rolling release starts; default: the newest release, or the commit before the newest migration',
    }),
  ),
  RELEASE_ORDER: optional(
    text({
      description: 'order in which the test of a rolling release replaces services, with commas; default: a random one',
    }),
  ),
  WRITE_PICTURES: oneOf(['0', '1'], {
    description: '1: the test that takes the pictures of the console for its guide keeps them',
    fallback: '0',
  }),
  WRITE_FIXTURES: oneOf(['0', '1'], {
    description: '1: writes what this version stores and publishes, for the tests of the next ones',
    fallback: '0',
  }),
  KUBECTL_BIN: optional(
    text({ description: 'kubectl that renders the manifests; default: the one of an npm package, on Linux on x64' }),
  ),
  CHROMIUM_BIN: optional(
    text({
      description: 'browser for the test of the reference page; default: the one on PATH, or the system package',
    }),
  ),
};
