import type { MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { maskOf, resourceIn } from '../../../platform/core/json-resource.ts';
import { present } from '../../../platform/core/present.ts';
import {
  type UpdateUserRequestSchema,
  type User,
  UserSchema,
  UserService,
} from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { heading, link } from '../../components/elements.ts';
import { type Field, form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { sentenceOf } from '../../components/refusals.ts';
import type { Values } from '../../route/opened-form.ts';
import { type SessionVisit, screen } from '../../route/screen.ts';
import { FaultyForm, refuseFaults } from '../../route/sent-form.ts';
import { findByCode, findByEmail, PATH, pathOf } from './person-of.ts';

/** The fields of a person. Without a user, those of a new one. */
export function personFields(user?: User): readonly Field[] {
  const { email = '', firstName = '', lastName = '', name = '', code = '', image = '' } = user ?? {};
  return [
    { kind: 'email', name: 'email', label: t.words.email, value: email, required: true, maxLength: 320 },
    { name: 'firstName', label: t.people.firstName, value: firstName, maxLength: 255 },
    { name: 'lastName', label: t.people.lastName, value: lastName, maxLength: 255 },
    {
      name: 'name',
      label: t.words.name,
      value: name,
      maxLength: 255,
      required: user !== undefined,
      help: user ? t.people.nameOfKnown : t.people.nameOfNew,
    },
    { name: 'code', label: t.words.code, value: code, maxLength: 255, help: t.people.aboutCode },
    { name: 'image', label: t.people.picture, value: image, maxLength: 2048, help: t.people.aboutPicture },
  ];
}

/** The values that a form sets: its texts, where an empty one means none. */
export function userIn(values: Values): Record<string, string | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]));
}

/** The change that the changed fields of a form ask for. */
export function userChange(
  changed: Values,
): Pick<MessageInitShape<typeof UpdateUserRequestSchema>, 'user' | 'updateMask'> {
  const empty = ['email', 'name'].filter((name) => changed[name] === '');
  refuseFaults(Object.fromEntries(empty.map((name) => [name, t.failures.fillIn])));
  const json = userIn(changed);
  return { user: resourceIn(UserSchema, json), updateMask: maskOf(UserSchema, json) };
}

/**
 * Runs a write of a person. A conflicting holder of the email or the code is named beside the field; so is that the
 * caller may not change how an administrator signs in.
 */
export async function namingConflicts<T>(
  visit: Pick<SessionVisit, 'call'>,
  changed: Values,
  write: () => Promise<T>,
): Promise<T> {
  const { email = '', code = '' } = changed;
  try {
    return await write();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'ADMINISTRATOR_PROTECTED')
      throw new FaultyForm({ email: sentenceOf(error.message) });
    const taken = error instanceof Refusal ? error.code : '';
    const [field, holder] =
      taken === 'USER_EMAIL_TAKEN'
        ? (['email', await findByEmail(visit, email)] as const)
        : taken === 'USER_CODE_TAKEN'
          ? (['code', await findByCode(visit, code)] as const)
          : [];
    if (field === undefined || !holder) throw error;
    const said = t.people[`${field}Taken`](link(pathOf(holder), holder.name), holder.isArchived);
    throw new FaultyForm({ [field]: html`${said}` });
  }
}

/** Adds a person. */
export const addPerson = screen({
  path: '/people/add',
  success: () => t.people.added,
  view: (_visit, state) => ({
    title: t.people.add,
    isNarrow: true,
    body: html`${heading({ title: t.people.add, parent: { href: PATH, title: t.frame.people } })}${form(state, {
      fields: personFields(),
      isFocused: true,
      submit: t.people.save,
      cancel: PATH,
    })}`,
  }),
  async submit(visit) {
    const { values } = visit;
    const given = Object.fromEntries(personFields().map(({ name }) => [name, values[name] ?? '']));
    const user = resourceIn(UserSchema, userIn(given));
    const created = await namingConflicts(visit, values, () => visit.send(UserService.method.createUser, { user }));
    return { to: pathOf(present(created.user, 'user')) };
  },
});
