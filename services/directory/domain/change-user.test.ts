import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { UpdateUserRequestSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { changeUser } from './change-user.ts';
import type { UserState } from './user.ts';

const user: UserState = {
  id: 'id',
  email: 'ada@x.example',
  name: 'Ada Albrecht',
  nameIsOwn: false,
  firstName: 'Ada',
  lastName: 'Albrecht',
  image: 'https://x.example/a.png',
  code: 'OLD',
  isArchived: false,
  revision: 'before',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const input = { revision: 'after', now: Date.UTC(2026, 1, 1), codeFormat: 'A[0][0][0][0]' };

function patch(request: MessageInitShape<typeof UpdateUserRequestSchema>, of: UserState = user) {
  return changeUser(of, create(UpdateUserRequestSchema, { id: 'id', ...request }), input);
}

describe('a change', () => {
  it('has a new revision, and says what changed', () => {
    const { next, changed, isWritten } = patch({ firstName: 'Eda', clear: ['image'] });
    expect(next).toEqual({
      ...user,
      firstName: 'Eda',
      name: 'Eda Albrecht',
      image: null,
      revision: 'after',
      updatedAt: '2026-02-01T00:00:00.000Z',
    });
    expect(changed).toEqual(['name', 'firstName', 'image']);
    expect(isWritten).toBe(true);
  });

  it.each([
    ['nothing', {}],
    ['what is there already', { email: user.email, firstName: 'Ada', code: 'OLD', isArchived: false }],
  ])('of %s is none', (_, request) => {
    expect(patch(request)).toEqual({ next: user, changed: [], isWritten: false });
  });

  it('of the case of an email is one', () => {
    expect(patch({ email: 'ADA@x.example' }).changed).toEqual(['email']);
  });
});

describe('a name', () => {
  it('stays its own once it was given', () => {
    const { next } = patch({ name: 'Countess' });
    expect(next).toMatchObject({ name: 'Countess', nameIsOwn: true });
    expect(patch({ firstName: 'Eda', clear: ['last_name'] }, next).next.name).toBe('Countess');
    expect(patch({ clear: ['first_name', 'last_name'] }, next).next.name).toBe('Countess');
  });

  it('is its own when it was given as it was, unseen', () => {
    const { next, changed, isWritten } = patch({ name: user.name });
    expect(next).toEqual({ ...user, nameIsOwn: true });
    expect(changed).toEqual([]);
    expect(isWritten).toBe(true);
  });

  it('follows the one part that is left', () => {
    expect(patch({ clear: ['first_name'] }).next.name).toBe('Albrecht');
    expect(patch({ clear: ['last_name'] }).next.name).toBe('Ada');
  });

  it.each([
    [['first_name', 'last_name'], user, '/firstName'],
    [['last_name'], { ...user, firstName: null, name: 'Albrecht' }, '/lastName'],
  ])('can not be cleared away by %j', (clear, of, pointer) => {
    expect(() => patch({ clear }, of)).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID', violations: [expect.objectContaining({ pointer })] }),
    );
  });

  it('may be given while both parts are cleared', () => {
    expect(patch({ name: 'A', clear: ['first_name', 'last_name'] }).next).toMatchObject({
      name: 'A',
      firstName: null,
      lastName: null,
    });
  });

  it('of a user who has only an email stays while nothing is said of it', () => {
    const nameless = { ...user, firstName: null, lastName: null, name: user.email };
    expect(patch({ isArchived: true }, nameless).next.name).toBe(user.email);
  });
});

describe('a code', () => {
  it('has the format when it changes, and only then', () => {
    expect(patch({ code: 'A0001' }).next.code).toBe('A0001');
    expect(patch({ code: 'OLD', firstName: 'Eda' }).next.code).toBe('OLD');
    expect(patch({ clear: ['code'] }).next.code).toBeNull();
    expect(() => patch({ code: 'B0001' })).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID', violations: [expect.objectContaining({ pointer: '/code' })] }),
    );
  });
});
