import { present } from '../../../platform/core/present.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import {
  type Command,
  commandsOf,
  match,
  operatorOf,
  type Plan,
  replaysOf,
  type Scenario,
  someOf,
  subjectOf,
} from '../scenario.ts';

const { createUser, getUser, updateUser } = UserService.method;

const ADA = { ref: 'ada', email: 'ada@x.example', name: 'Ada', code: 'c-1' };

const patch =
  (fields: Parameters<typeof userChange>[0], isConditional: boolean): Command['send'] =>
  (call, subject) =>
    call(updateUser, { id: subject.id('user'), ...match(subject, isConditional), ...userChange(fields) });

const patches = commandsOf({
  'PATCH name': patch({ name: 'Ada B.' }, true),
  'PATCH code': patch({ code: 'c-2' }, true),
  'PATCH name of all': patch({ name: 'Ada C.' }, false),
  'PATCH e-mail of all': patch({ email: 'new@x.example' }, false),
});

const others = [
  ...commandsOf({
    create: (call) => call(createUser, { user: { email: 'new@x.example', name: 'New' } }),
    'create with a code': (call) =>
      call(createUser, { user: { email: 'other@x.example', name: 'Other', code: 'c-2' } }),
  }),
  ...commandsOf(
    {
      import: (call) =>
        importRecords(call, 'users', [
          { ...ADA, name: 'Ada A.' },
          { ref: 'new', email: 'new@x.example', name: 'New' },
        ]),
      'another import': (call) => importRecords(call, 'users', [{ ...ADA, name: 'Ada I.', code: 'c-2' }]),
    },
    operatorOf,
  ),
];

function planOf(commands: readonly Command[]): Plan {
  return {
    service: 'directory',
    async prepare(as, newId) {
      const operator = await newInstitution({ call: as });
      const [ada] = await importRecords(as(operator), 'users', [ADA]);
      const { user } = await as(operator)(getUser, { id: ada?.id ?? '' });
      const { id, revision } = present(user, 'user');
      return subjectOf(operator.institutionId, newId, { user: id, revision });
    },
    commands,
    isRepeatable: true,
  };
}

export const users: readonly Scenario[] = [
  { name: 'patches-of-a-user', plan: (random) => planOf(someOf(random, 2 + random.below(3), patches)) },
  {
    name: 'import-and-requests',
    plan: (random) => planOf(someOf(random, 2 + random.below(2), [...patches, ...others])),
  },
  { name: 'replays-of-a-create', plan: (random) => planOf(replaysOf(random, others)) },
];
