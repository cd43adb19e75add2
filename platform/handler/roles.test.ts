import { clearExtension, clone, type DescMethodUnary, getOption, setExtension } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel, MethodOptionsSchema } from '@bufbuild/protobuf/wkt';
import { afterAll, describe, expect, it } from 'vitest';
import { Access, Role, roles as rolesOption } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { startEveryRpc } from '../../test/support/calls/every-rpc.ts';
import { newAdministratorActor, newContext } from '../../test/support/probe/call-operation.ts';
import { callForReply } from '../calls/caller.ts';
import { accessOf, roleNeedOf } from '../core/access.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { systemIds } from '../core/ids.ts';
import { present } from '../core/present.ts';
import { type RoleName, roleNames, roleOf, rolesOf, roleUsed } from '../core/roles.ts';

/** Every RPC of every contract, with each role alone and with none, by gRPC and by Connect. */
const { methods, transports, stop } = await startEveryRpc();
const ofAdministrators = methods.filter((method) => accessOf(method).has(Access.ADMINISTRATOR));
afterAll(stop);

/** Whether a call with nothing in it is refused for its caller's roles. */
async function isRefused(
  transport: (typeof transports)[number][1],
  method: DescMethodUnary,
  roles: readonly RoleName[],
): Promise<boolean> {
  const actor = { ...newAdministratorActor(systemIds.newId()), roles: rolesOf(roles) };
  const error = await callForReply({ transportOf: () => transport }, newContext({ actor }), method, {}).catch(
    (each) => each,
  );
  return error instanceof Refusal && error.code === 'ROLE_MISSING';
}

describe.each(transports)('by %s', (_, transport) => {
  it.each(ofAdministrators.map((method) => [`${method.parent.name}/${method.name}`, method] as const))(
    '%s',
    async (_, method) => {
      const stated = getOption(method, rolesOption);
      const isOpen = stated.includes(Role.ANY);
      for (const role of roleNames) {
        const may = isOpen || role === 'owner' || stated.includes(roleOf(role));
        expect([role, await isRefused(transport, method, [role])]).toEqual([role, !may]);
      }
      expect(await isRefused(transport, method, [])).toBe(!isOpen);
      expect(await isRefused(transport, method, roleNames)).toBe(false);
    },
  );
});

describe('an RPC does not start', () => {
  it('without a role, if administrators may call it', () => {
    const [method] = ofAdministrators as [DescMethodUnary];
    const options = clone(MethodOptionsSchema, present(method.proto.options, 'options'));
    clearExtension(options, rolesOption);
    const without = { ...method, proto: { ...method.proto, options } } as DescMethodUnary;
    expect(() => roleNeedOf(without, { writes: false })).toThrow('must state roles if, and only if');
  });

  it('with a role, if administrators may not call it', () => {
    const [method] = methods.filter((each) => !accessOf(each).has(Access.ADMINISTRATOR)) as [DescMethodUnary];
    const options = clone(MethodOptionsSchema, present(method.proto.options, 'options'));
    setExtension(options, rolesOption, [Role.PEOPLE]);
    const stating = { ...method, proto: { ...method.proto, options } } as DescMethodUnary;
    expect(() => roleNeedOf(stating, { writes: false })).toThrow('must state roles if, and only if');
  });

  it('as one that writes, if an auditor could make it', () => {
    for (const method of ofAdministrators) {
      const writes = method.idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
      const forAuditors = getOption(method, rolesOption).includes(Role.AUDITOR);
      if (forAuditors) expect(() => roleNeedOf(method, { writes: true })).toThrow('an auditor changes nothing');
      expect(writes && forAuditors).toBe(false);
    }
  });
});

it('the role used is the first that allows it, and owner last', () => {
  const need = ['people', 'integrations', 'owner'] as const;
  expect(roleUsed(['owner', 'integrations'], need)).toBe('integrations');
  expect(roleUsed(['owner', 'people', 'integrations'], need)).toBe('people');
  expect(roleUsed(['owner'], need)).toBe('owner');
  expect(roleUsed(['auditor'], need)).toBeUndefined();
  expect(roleUsed(['auditor'], null)).toBeNull();
});
