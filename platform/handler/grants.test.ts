import { type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { afterAll, describe, expect, it } from 'vitest';
import { Access, Area, areas as areasOption } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { startEveryRpc } from '../../test/support/calls/every-rpc.ts';
import { newActor, newContext } from '../../test/support/probe/call-operation.ts';
import { callForReply } from '../calls/caller.ts';
import { accessOf, integrationNeedOf } from '../core/access.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { type AccessName, type AreaName, accessNames, areaNames, grantOf, nameOf } from '../core/grant.ts';

/** Every RPC of every contract, with each access and each area alone, by gRPC and by Connect. */
const { methods: all, transports, stop } = await startEveryRpc();
const methods = all.filter((method) => accessOf(method).has(Access.TENANT) || accessOf(method).has(Access.CALENDAR));
afterAll(stop);

/** What a call with nothing in it is refused for; null when it is not for its caller's grant. */
async function refusedFor(
  transport: (typeof transports)[number][1],
  method: DescMethodUnary,
  grant: { readonly access: AccessName; readonly areas: readonly AreaName[] | null },
  isDryRun = false,
) {
  const actor = { ...newActor(), grant: grantOf(grant.access, grant.areas) };
  const context = newContext({ actor, ...(isDryRun && { isDryRun }) });
  const error = await callForReply({ transportOf: () => transport }, context, method, {}).catch((each) => each);
  return error instanceof Refusal && ['INTEGRATION_READ_ONLY', 'AREA_NOT_GRANTED'].includes(error.code)
    ? [error.code, error.message, error.extensions]
    : null;
}

describe.each(transports)('by %s', (_, transport) => {
  it.each(methods.map((method) => [`${method.parent.name}/${method.name}`, method] as const))(
    '%s',
    async (_, method) => {
      const stated = getOption(method, areasOption).map(nameOf);
      const writes = method.idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
      const readOnly = ['INTEGRATION_READ_ONLY', 'This integration may only read.', {}];
      for (const access of accessNames) {
        const lack = writes && access === 'read' ? readOnly : null;
        for (const area of areaNames) {
          const [own] = stated;
          const isOutside = own !== null && !stated.includes(area);
          const outside = ['AREA_NOT_GRANTED', `This integration has no access to ${own}.`, { area: own }];
          expect(await refusedFor(transport, method, { access, areas: [area] })).toEqual(isOutside ? outside : lack);
          expect(await refusedFor(transport, method, { access, areas: [area] }, true)).toEqual(
            isOutside ? outside : null,
          );
        }
        expect(await refusedFor(transport, method, { access, areas: null })).toEqual(lack);
      }
    },
  );
});

it('that states no area does not start', () => {
  const [method] = methods;
  const without = { ...method, proto: { ...method?.proto, options: undefined } } as DescMethodUnary;
  expect(() => integrationNeedOf(without, { writes: false })).toThrow('must state its areas, or AREA_NONE');
});

it('shows the areas in the order of the contract', () => {
  const values = Object.keys(Area).slice(2);
  expect(areaNames.map((name) => name.toUpperCase().replaceAll('-', '_'))).toEqual(values);
});
