import { describe, expect, test } from 'vitest';
import { isProduction, projectFiles } from './project/project.ts';
import { SourceFile } from './project/source-file.ts';
import { expectNone } from './project/violations.ts';
import { findCrossings, findForeignPackages } from './rules/imports.ts';

const production = projectFiles().filter(isProduction);

test('no import crosses a boundary', () => {
  expectNone(
    production.flatMap(findCrossings),
    'Call the other side through its contract (proto/), or move what both need to the chassis.',
  );
});

test('database, gRPC, NATS, log and traces are reached through the chassis', () => {
  expectNone(
    production.flatMap(findForeignPackages),
    'Use what platform offers in front of the package, or add it there.',
  );
});

describe('the checker', () => {
  const crossings = (path: string, from: string) =>
    findCrossings(new SourceFile(path, `import { a } from '${from}';`)).length;

  test.each([
    ['gateway/routes/users/get.ts', '../../../services/directory/store/users.ts'],
    ['gateway/routes/users/get.ts', '../../../system/config.ts'],
    ['gateway/app.ts', '../services/directory/service.ts'],
    ['services/directory/service.ts', '../locations/service.ts'],
    ['services/directory/rpc/a.ts', '../../../gateway/app.ts'],
    ['platform/handler/command.ts', '../directory/service.ts'],
    ['platform/handler/command.ts', '../../installation/services.ts'],
    ['platform/handler/command.ts', '../../gateway/app.ts'],
    ['services/directory/domain/user.ts', '../store/users.ts'],
    ['services/directory/domain/user.ts', '../rpc/get-user.ts'],
    ['services/directory/domain/user.ts', '../../chassis/db/statement.ts'],
    ['services/directory/domain/user.ts', '../../chassis/clock.ts'],
    ['services/directory/store/users.ts', '../rpc/get-user.ts'],
    ['services/directory/store/users.ts', '../../chassis/rpc/caller.ts'],
    ['cli/import/users.ts', '../../services/directory/store/users.ts'],
    ['dev/main.ts', '../test/support/test-system.ts'],
    ['dev/main.ts', '../services/chassis/testing/fake-clock.ts'],
  ])('finds that %s imports %s', (path, from) => {
    expect(crossings(path, from)).toBeGreaterThan(0);
  });

  test.each([
    ['gateway/routes/users/get.ts', '../../../services/chassis/present.ts'],
    ['gateway/routes/users/get.ts', '../../../proto/gen/lyceum/directory/v1/user_pb.ts'],
    ['services/directory/rpc/get-user.ts', '../store/users.ts'],
    ['services/directory/domain/user.ts', '../../chassis/errors/refusal.ts'],
    ['services/directory/store/users.ts', '../../chassis/db/statement.ts'],
    ['cli/import/users.ts', '../../services/directory/domain/identity-keys.ts'],
    ['dev/lyceum.ts', '../gateway/gateway.ts'],
    ['dev/lyceum.ts', '../services/chassis/testing/system.ts'],
  ])('lets %s import %s', (path, from) => {
    expect(crossings(path, from)).toBe(0);
  });

  test.each([
    "import type { a } from '../services/directory/service.ts';",
    "export { a } from '../services/directory/service.ts';",
    "export * from '../services/directory/service.ts';",
    "const a = await import('../services/directory/service.ts');",
    "let a: import('../services/directory/service.ts').A;",
  ])('finds the import in %s', (text) => {
    expect(findCrossings(new SourceFile('gateway/app.ts', text))).toHaveLength(1);
  });

  const packages = (path: string, from: string) =>
    findForeignPackages(new SourceFile(path, `import a from '${from}';`)).length;

  test.each(['pg', '@grpc/grpc-js', '@nats-io/kv', 'pino', 'grpc-health-check', '@opentelemetry/api'])(
    'finds %s outside the chassis',
    (name) => {
      expect(packages('gateway/app.ts', name)).toBe(1);
      expect(packages('platform/observability/log.ts', name)).toBe(0);
    },
  );

  test('finds the world in a rule', () => {
    expect(packages('services/directory/domain/user.ts', 'node:fs')).toBe(1);
    expect(packages('services/directory/store/users.ts', 'node:fs')).toBe(0);
  });
});
