import { registerHooks } from 'node:module';
import { getCallSites } from 'node:util';

/**
 * A program: makes the platform as production does, with nothing behind it, and prints which files that has loaded, and
 * which regular expressions they have made of texts. Its arguments are packages that the product loads only when it
 * needs them.
 */
const files = new Set<string>();
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files.add(url);
    return next(url, context);
  },
});

const built = new Map<string, string>();
const noted = (expression: RegExp): RegExp => {
  // Above this function and the proxy's is whoever made it.
  built.set(String(expression), getCallSites(3)[2]?.scriptName ?? '');
  return expression;
};
globalThis.RegExp = new Proxy(RegExp, {
  apply: (target, self, args) => noted(Reflect.apply(target, self, args)),
  construct: (target, args, self) => noted(Reflect.construct(target, args, self)),
});

const { Lyceum } = await import('../../../one-process/lyceum.ts');
const { newCursorKey } = await import('../../../gateway/endpoint/cursor-keys.ts');
const { systemClock } = await import('../../../platform/core/clock.ts');
const { systemIds } = await import('../../../platform/core/ids.ts');
const { silentLogger } = await import('../../../platform/observability/log.ts');
const { testKeys } = await import('../../support/calls/test-identities.ts');
const { testConfiguration } = await import('../../support/calls/test-secret-keys.ts');
// With a collector alone.
await import('../../../platform/observability/tracing/tracing.ts');
await Lyceum.create({
  databaseUrl: () => 'postgres://nobody@127.0.0.1:1/none',
  configuration: testConfiguration,
  clock: systemClock,
  ids: systemIds,
  log: silentLogger,
  grpcAddress: '127.0.0.1:0',
  identityKeys: testKeys,
  gateway: { host: '127.0.0.1', port: 0, cursorKeys: [newCursorKey()], requestTimeoutMs: 1_000 },
});
for (const name of process.argv.slice(2)) await import(name);
process.stdout.write(JSON.stringify({ files: [...files], built: [...built] }), () => process.exit());
