import { type Actor, ANONYMOUS } from '../../../platform/core/actor.ts';
import { AdministratorService, SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { newAdministrator, ORIGIN, signIn } from '../../../test/support/identity/sign-in.ts';
import { type Command, commandsOf, operatorOf, type Plan, type Scenario, someOf, subjectOf } from '../scenario.ts';

const { addAdministrator, createSignInLink, removeAdministrator } = AdministratorService.method;
const { endSessions, signInWithLink } = SessionService.method;

const emailOf = (name: string) => `${name}@x.example`;

/** One of two administrators. Both have a session, and ada has a link, too. */
const by =
  (name: string): Command['as'] =>
  ({ actor: { institutionId }, id }): Actor => ({
    kind: 'administrator',
    institutionId,
    userId: id(name),
    name,
    sessionId: id(`${name}-session`),
    roles: ['owner'],
  });

const remove =
  (name: string): Command['send'] =>
  (call, { id }) =>
    call(removeAdministrator, { userId: id(name) });

const commands = [
  ...commandsOf(
    { 'sign in': (call, { id }) => call(signInWithLink, { code: id('code'), origin: ORIGIN }) },
    () => ANONYMOUS,
  ),
  ...commandsOf(
    {
      'an operator removes ada': remove('ada'),
      'an operator makes a link for ada': (call) => call(createSignInLink, { email: emailOf('ada') }),
    },
    operatorOf,
  ),
  ...commandsOf(
    {
      'ben removes ada': remove('ada'),
      'ben adds ada': (call) => call(addAdministrator, { email: emailOf('ada') }),
    },
    by('ben'),
  ),
  ...commandsOf(
    { 'ada removes ben': remove('ben'), 'ada ends all sessions': (call) => call(endSessions, {}) },
    by('ada'),
  ),
];

function planOf(chosen: readonly Command[]): Plan {
  return {
    service: 'identity',
    async prepare(call, newId) {
      const operator = await newInstitution({ call });
      const texts: Record<string, string> = {};
      for (const name of ['ada', 'ben']) {
        const user = await newAdministrator({ call }, operator, emailOf(name));
        const { actor } = await signIn({ call }, operator, user);
        Object.assign(texts, { [name]: user.id, [`${name}-session`]: actor.sessionId });
      }
      const { code } = await call(operator)(createSignInLink, { email: emailOf('ada') });
      return subjectOf(operator.institutionId, newId, { ...texts, code });
    },
    commands: chosen,
    // A link signs in once: sent again after its answer was lost, it signs nobody in.
    isRepeatable: false,
  };
}

export const administrators: readonly Scenario[] = [
  { name: 'sign-in-and-removal', plan: (random) => planOf(someOf(random, 2 + random.below(2), commands)) },
];
