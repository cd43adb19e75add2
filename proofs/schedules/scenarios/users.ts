import { present } from '../../../platform/core/present.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import {
  type Command,
  operatorOf,
  type Plan,
  replaysOf,
  type Scenario,
  type Send,
  type Subject,
  someOf,
} from '../scenario.ts';

const { createUser, updateUser } = UserService.method;

const change =
  (user: object, paths: readonly string[], isConditional: boolean) =>
  (send: Send, { names }: Subject) =>
    send(updateUser, {
      id: names.user ?? '',
      precondition: isConditional ? { revisions: [names.revision ?? ''] } : { any: true },
      user,
      updateMask: { paths: [...paths] },
    });

const patches: readonly Omit<Command, 'key'>[] = [
  { name: 'PATCH name', send: change({ name: 'Ada B.' }, ['name'], true) },
  { name: 'PATCH code', send: change({ code: 'c-2' }, ['code'], true) },
  { name: 'PATCH name of all', send: change({ name: 'Ada C.' }, ['name'], false) },
  { name: 'PATCH e-mail of all', send: change({ email: 'new@x.example' }, ['email'], false) },
];

const others: readonly Omit<Command, 'key'>[] = [
  { name: 'create', send: (send) => send(createUser, { user: { email: 'new@x.example', name: 'New' } }) },
  {
    name: 'create with a code',
    send: (send) => send(createUser, { user: { email: 'other@x.example', name: 'Other', code: 'c-2' } }),
  },
  {
    name: 'import',
    as: operatorOf,
    send: (send) =>
      importRecords(send, 'users', [
        { ref: 'ada', email: 'ada@x.example', name: 'Ada A.', code: 'c-1' },
        { ref: 'new', email: 'new@x.example', name: 'New' },
      ]),
  },
  {
    name: 'another import',
    as: operatorOf,
    send: (send) => importRecords(send, 'users', [{ ref: 'ada', email: 'ada@x.example', name: 'Ada I.', code: 'c-2' }]),
  },
];

function planOf(commands: readonly Command[]): Plan {
  return {
    name: commands.map(({ name, key }) => `${name} (${key})`).join(', '),
    service: 'directory',
    async prepare(as, ids) {
      const platform = { kind: 'operator', institutionId: null } as const;
      const { importInstitution } = InstitutionService.method;
      const { institution } = await as(platform)(importInstitution, { ref: ids.newId(), name: 'Schedules' });
      const institutionId = present(institution, 'institution').id;
      const send = as({ ...platform, institutionId });
      const [ada] = await importRecords(send, 'users', [
        { ref: 'ada', email: 'ada@x.example', name: 'Ada', code: 'c-1' },
      ]);
      const { user } = await send(UserService.method.getUser, { id: ada?.id ?? '' });
      const { id, revision } = present(user, 'user');
      return {
        actor: { kind: 'integration', institutionId, integrationId: ids.newId(), createdBy: null },
        names: { user: id, revision },
      };
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
