import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { UpdateUserRequestSchema, type User, UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { ResourceJson } from '../../../test/support/resource-change.ts';
import { userChange } from '../../../test/support/resource-change.ts';
import { changeUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import type { LockedUser } from './user.ts';

const user: LockedUser = createUser(
  create(UserSchema, {
    ...{ email: 'ada@x.example', firstName: 'Ada', lastName: 'Albrecht' },
    ...{ image: 'https://x.example/a.png', code: 'OLD' },
  }),
  { id: 'id', revision: 'before', now: Date.UTC(2026, 0, 1), codeFormat: null },
);
const input = { revision: 'after', now: Date.UTC(2026, 1, 1), codeFormat: 'A[0][0][0][0]' };

function patch(fields: ResourceJson<User>, of: LockedUser = user) {
  return changeUser(of, create(UpdateUserRequestSchema, { id: 'id', ...userChange(fields) }), input);
}

describe('a change', () => {
  it('has a new revision, and names the changed fields', () => {
    const { next, changed, isWritten } = patch({ firstName: 'Eda', image: null });
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
    ['current values', { email: user.email, firstName: 'Ada', code: 'OLD', isArchived: false }],
  ])('of %s is empty', (_, request) => {
    expect(patch(request)).toEqual({ next: user, changed: [], isWritten: false });
  });

  it('includes a change of an email’s case', () => {
    expect(patch({ email: 'ADA@x.example' })).toMatchObject({ changed: ['email'], isWritten: true });
  });
});

describe('a name', () => {
  it('that was set stays', () => {
    const { next } = patch({ name: 'Countess' });
    expect(next).toMatchObject({ name: 'Countess', nameIsOwn: true });
    expect(patch({ firstName: 'Eda', lastName: null }, next).next.name).toBe('Countess');
    expect(patch({ firstName: null, lastName: null }, next).next.name).toBe('Countess');
  });

  it('set to its current value stays, invisibly', () => {
    const { next, changed, isWritten } = patch({ name: user.name });
    expect(next).toEqual({ ...user, nameIsOwn: true });
    expect(changed).toEqual([]);
    expect(isWritten).toBe(true);
  });

  it('follows the remaining part', () => {
    expect(patch({ firstName: null }).next.name).toBe('Albrecht');
    expect(patch({ lastName: null }).next.name).toBe('Ada');
  });

  it.each([
    [{ firstName: null, lastName: null }, user, '/firstName'],
    [{ lastName: null }, { ...user, firstName: null, name: 'Albrecht' }, '/lastName'],
  ])('cannot be removed by %j', (fields, of, pointer) => {
    expect(() => patch(fields, of)).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID', violations: [expect.objectContaining({ pointer })] }),
    );
  });

  it('may be set while both parts are cleared', () => {
    expect(patch({ name: 'A', firstName: null, lastName: null }).next).toMatchObject({
      name: 'A',
      firstName: null,
      lastName: null,
    });
  });

  it('of a user with only an email stays unless it is changed', () => {
    const nameless = { ...user, firstName: null, lastName: null, name: user.email };
    expect(patch({ isArchived: true }, nameless).next.name).toBe(user.email);
  });
});

describe('a code', () => {
  it('must match the format only when it changes', () => {
    expect(patch({ code: 'A0001' }).next.code).toBe('A0001');
    expect(patch({ code: 'OLD', firstName: 'Eda' }).next.code).toBe('OLD');
    expect(patch({ code: null }).next.code).toBeNull();
    expect(() => patch({ code: 'B0001' })).toThrow(
      expect.objectContaining({ code: 'REQUEST_INVALID', violations: [expect.objectContaining({ pointer: '/code' })] }),
    );
  });
});
