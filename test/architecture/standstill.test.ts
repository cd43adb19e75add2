import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';

/** Commands of no institution, or whose institution is not the caller's. All others ask whether it stands still. */
const commands = services.flatMap(({ implementations }) =>
  implementations.flatMap(({ operations }) => operations.filter(({ kind }) => kind === 'command')),
);

it('every command asks whether its institution stands still, but what reads leave and what is of nobody', () => {
  expect(commands.length).toBeGreaterThan(60);
  const passing = commands.flatMap(({ method, of }) => (of === undefined || of === 'own' ? [] : [[method.name, of]]));
  expect(Object.fromEntries(passing)).toEqual({
    RecordRequests: 'trace',
    ForgetPerson: 'trace',
    NoteCalendarFeedRead: 'trace',
    AuthenticateSession: 'trace',
    KeepForm: 'trace',
    DropKeptForm: 'trace',
    BeginPasskeySignIn: 'nobody',
    CheckErasure: 'nobody',
  });
});
