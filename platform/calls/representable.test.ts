import { create, createRegistry, type DescMethodUnary, equals, type Message } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../libraries/grpc-mux/codec/codec.ts';
import { CourseModuleSchema } from '../../proto/gen/lyceum/curricula/v1/module_pb.ts';
import { CreateUserRequestSchema, UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { contractFiles, messageOf } from '../../test/support/calls/any-message.ts';
import { newContext } from '../../test/support/probe/call-operation.ts';
import { callForReply, type Transport } from './caller.ts';
import { remoteCalls } from './remote-transport.ts';
import { refuseUnrepresentable } from './representable.ts';

/** What a method of any contract receives, directly and encoded. */
const received: { direct?: Message; encoded?: Message } = {};
const direct: Transport = {
  async invoke(method, request) {
    received.direct = request;
    return { message: create(method.output) as Message };
  },
};
const encoded = remoteCalls(async (method, payload) => {
  received.encoded = decode(method.input, payload);
  return { payload: encode(method.output, create(method.output)), header: new Headers() };
});

async function outcomeOf(transport: Transport, method: DescMethodUnary, request: Message): Promise<unknown> {
  try {
    await callForReply({ transportOf: () => transport }, newContext(), method, request);
    return 'accepted';
  } catch (error) {
    return error;
  }
}

const methods = contractFiles
  .flatMap(({ services }) => services)
  .flatMap((service) => service.methods)
  .filter((method) => method.methodKind === 'unary')
  .map((method) => ({ method: method as DescMethodUnary, name: `${method.parent.typeName}/${method.name}` }));
const odd = fc.constantFrom<unknown>(
  null,
  1.5,
  NaN,
  -1,
  2 ** 40,
  '1',
  '\ud800',
  'a\udc00',
  true,
  2n ** 64n,
  5,
  [1.5],
  ['\ud800'],
);

/** A message of a type with one value anywhere in it replaced by another. */
function spoilt(message: Message, steps: readonly number[], value: unknown): Message {
  const [step = 0, ...rest] = steps;
  const names = Object.keys(message).filter((name) => name !== '$typeName' && name !== '$unknown');
  const name = names[step % Math.max(1, names.length)];
  if (name === undefined) return message;
  const own = (message as unknown as Readonly<Record<string, unknown>>)[name];
  const isObject = typeof own === 'object' && own !== null;
  // Which field of a oneof is chosen is no value; what it has is.
  if (isObject && 'case' in own)
    return own.case === undefined ? message : ({ ...message, [name]: { ...own, value } } as Message);
  const isMessage = isObject && '$typeName' in own && rest.length > 0;
  return { ...message, [name]: isMessage ? spoilt(own as Message, rest, value) : value } as Message;
}

describe.each(methods)('$name', ({ method }) => {
  const { input } = method;
  const registry = createRegistry(...contractFiles);

  it('takes the same requests within one process and encoded, as the same values', async () => {
    const any = fc.oneof(
      messageOf(input),
      fc.tuple(messageOf(input), fc.array(fc.nat(), { maxLength: 4 }), odd).map((parts) => spoilt(...parts)),
    );
    await fc.assert(
      fc.asyncProperty(any, async (request) => {
        const outcomes = [await outcomeOf(direct, method, request), await outcomeOf(encoded, method, request)];
        expect(outcomes[1]).toEqual(outcomes[0]);
        if (outcomes[0] !== 'accepted') {
          expect(outcomes[0]).toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer: expect.any(String) }] });
          return;
        }
        expect(encode(input, received.encoded as Message)).toEqual(encode(input, received.direct as Message));
        expect(equals(input, received.encoded as never, received.direct as never, { registry, unknown: true })).toBe(
          true,
        );
      }),
      { numRuns: 8 },
    );
  });
});

describe('a value that its type does not have', () => {
  const { rotateIntegrationSecret } = IntegrationService.method;
  it.each([1.5, NaN, 2 ** 31, -(2 ** 31) - 1, '1'])('%s is refused at its field', async (keepFormerSeconds) => {
    const request = { clientId: 'x', keepFormerSeconds } as never;
    expect(await outcomeOf(direct, rotateIntegrationSecret, request)).toMatchObject({
      violations: [{ pointer: '/keepFormerSeconds', message: 'must be an integer from -2147483648 to 2147483647' }],
    });
  });

  it('is found in messages, lists and maps', async () => {
    const pointerOf = (work: () => void) => {
      try {
        work();
        return '';
      } catch (error) {
        return (error as { violations: { pointer: string }[] }).violations[0]?.pointer;
      }
    };
    const user = create(CreateUserRequestSchema, { user: { email: 'a\ud800' } });
    expect(pointerOf(() => refuseUnrepresentable(CreateUserRequestSchema, user))).toBe('/user/email');
    const users = create(UserService.method.batchGetUsers.input, { ids: ['a', 5 as never] });
    expect(pointerOf(() => refuseUnrepresentable(UserService.method.batchGetUsers.input, users))).toBe('/ids/1');
    const module = create(CourseModuleSchema, { nameTranslations: { de: '\udc00' } });
    expect(pointerOf(() => refuseUnrepresentable(CourseModuleSchema, module))).toBe('/nameTranslations/de');
  });
});
