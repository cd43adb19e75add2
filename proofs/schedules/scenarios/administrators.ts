import { type Actor, ANONYMOUS } from '../../../platform/core/actor.ts';
import { AdministratorService, SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { newAdministrator, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { type Command, operatorOf, type Plan, type Scenario, type Subject, someOf } from '../scenario.ts';

const { addAdministrator, createSignInLink, removeAdministrator } = AdministratorService.method;
const { endSessions, signInWithLink } = SessionService.method;

type Name = 'ada' | 'ben';
const emailOf = (name: Name) => `${name}@x.example`;

/** One of two administrators. Both have a session, and ada has a link, too. */
const by =
  (name: Name) =>
  ({ actor: { institutionId }, names }: Subject): Actor => ({
    kind: 'administrator',
    institutionId,
    userId: names[name] ?? '',
    name,
    sessionId: names[`${name}-session`] ?? '',
  });

const commands: readonly Omit<Command, 'key'>[] = [
  {
    name: 'sign in',
    as: () => ANONYMOUS,
    send: (send, { names }) => send(signInWithLink, { code: names.code ?? '', origin: ORIGIN }),
  },
  {
    name: 'an operator removes ada',
    as: operatorOf,
    send: (send, { names }) => send(removeAdministrator, { userId: names.ada ?? '' }),
  },
  {
    name: 'ben removes ada',
    as: by('ben'),
    send: (send, { names }) => send(removeAdministrator, { userId: names.ada ?? '' }),
  },
  {
    name: 'ada removes ben',
    as: by('ada'),
    send: (send, { names }) => send(removeAdministrator, { userId: names.ben ?? '' }),
  },
  {
    name: 'an operator makes a link for ada',
    as: operatorOf,
    send: (send) => send(createSignInLink, { email: emailOf('ada') }),
  },
  { name: 'ben adds ada', as: by('ben'), send: (send) => send(addAdministrator, { email: emailOf('ada') }) },
  { name: 'ada ends all sessions', as: by('ada'), send: (send) => send(endSessions, {}) },
];

function planOf(chosen: readonly Command[]): Plan {
  return {
    name: chosen.map(({ name, key }) => `${name} (${key})`).join(', '),
    service: 'identity',
    async prepare(call, ids) {
      const operator = await newInstitution({ call });
      const names: Record<string, string> = {};
      for (const name of ['ada', 'ben'] as const) {
        const user = await newAdministrator({ call }, operator, emailOf(name));
        const { actor } = await signIn({ call }, operator, user);
        Object.assign(names, { [name]: user.id, [`${name}-session`]: actor.sessionId });
      }
      const { code } = await call(operator)(createSignInLink, { email: emailOf('ada') });
      return {
        actor: {
          kind: 'integration',
          institutionId: operator.institutionId,
          integrationId: ids.newId(),
          createdBy: null,
        },
        names: { ...names, code },
      };
    },
    commands: chosen,
    // A link signs in once: sent again after its answer was lost, it signs nobody in.
    isRepeatable: false,
  };
}

export const administrators: readonly Scenario[] = [
  { name: 'sign-in-and-removal', plan: (random) => planOf(someOf(random, 2 + random.below(2), commands)) },
];
