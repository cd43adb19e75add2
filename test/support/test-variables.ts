import { oneOf, optional, text } from '../../platform/core/config/variables.ts';

/** The environment variables of the tests. */
export const testVariables = {
  TEST_TRANSPORT: oneOf(['direct', 'grpc', 'mux'], {
    description: 'how services are called in the tests of the whole system',
    fallback: 'direct',
  }),
  TEST_SHAPE: oneOf(['one', 'processes'], {
    description: 'processes: the tests of the whole system run against the programs of production',
    fallback: 'one',
  }),
  TEST_DATABASE: oneOf(['postgres', 'pgbouncer'], {
    description: 'pgbouncer: services reach their databases through PgBouncer in transaction mode',
    fallback: 'postgres',
  }),
  PGBOUNCER_BIN: optional(text({ description: "PgBouncer's program; else the system package" })),
  RELEASE_BEFORE: optional(
    text({
      description:
        'the commit from which a rolling release is played; else the newest release, or what was before the newest migration',
    }),
  ),
  CHROMIUM_BIN: optional(
    text({ description: 'the browser that looks at the reference page; else the one on PATH, or the system package' }),
  ),
};
