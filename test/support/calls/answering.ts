import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { command } from '../../../platform/handler/command.ts';
import { type Implementation, implement } from '../../../platform/handler/implement.ts';
import { query } from '../../../platform/handler/query.ts';

type Operations<S extends DescService> = Parameters<typeof implement<S>>[1];

/** A service, of which a test implements the RPCs that it needs; the others answer nothing. */
export function answering<S extends DescService>(service: S, own: Partial<Operations<S>> = {}): Implementation {
  const others = Object.entries<DescMethodUnary>(service.method as never).map(([name, method]) => [
    name,
    method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS
      ? query(method, async () => ({}))
      : command(method, { of: 'nobody', run: async () => ({ response: {} }) }),
  ]);
  return implement(service, { ...Object.fromEntries(others), ...own });
}
