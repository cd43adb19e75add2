import { resourceIn } from '../../../platform/core/json-resource.ts';
import { present } from '../../../platform/core/present.ts';
import { UserSchema, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { form } from '../../components/form.ts';
import { heading } from '../../components/heading.ts';
import { html } from '../../components/html.ts';
import { screen } from '../../route/screen.ts';
import { namingConflicts, personFields, userIn } from './person-fields.ts';
import { PATH, pathOf } from './person-of.ts';

/** Adds a person. */
export const addPerson = screen({
  path: '/people/add',
  success: 'The person was added.',
  view: (_visit, state) => ({
    title: 'Add person',
    isNarrow: true,
    body: html`${heading({ title: 'Add person', parent: { href: PATH, title: 'People' } })}${form(state, {
      fields: personFields(),
      isFocused: true,
      submit: 'Save person',
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
