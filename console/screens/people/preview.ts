import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { faultSummary, heading, linkButton } from '../../components/elements.ts';
import { CONFIRMED, type FormState, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import type { Page } from '../../components/page.ts';
import type { Values } from '../../route/opened-form.ts';
import { type Redirect, type Sent, type SessionVisit, screen } from '../../route/screen.ts';
import { columnsForm } from './columns.ts';
import { ENCODING, IGNORE_UNKNOWN, previewPathOf } from './import.ts';
import { PATH } from './person-of.ts';
import { faultsOf, ignoredColumns, lettersOf, readingForm } from './preview-parts.ts';
import { numbersOf, outcomeOf, peopleOf, shownIn } from './preview-people.ts';

/** The field with the state that a preview has seen. */
const STATE = 'state';

/** The changes that a file would make to people, and the form that makes them. */
export const previewPeople = screen({
  path: '/people/import/{id}',
  isLong: true,
  afterSignIn: `${PATH}/import`,
  view: (visit, state) => show(visit, visit.query, state),
  async submit(visit) {
    const { send, values, fresh, params } = visit;
    const id = params.id ?? '';
    const isConfirmed = CONFIRMED in values;
    try {
      const options = optionsOf(visit, values);
      await send(PeopleImportService.method.importPeople, { id, options, state: values[STATE] ?? '', isConfirmed });
      return { to: previewPathOf(id) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'PEOPLE_IMPORT_UNCONFIRMED') return question(visit, error);
      if (!STALE.has(error.code)) throw error;
    }
    const page = await show(visit, values, fresh, true);
    return 'to' in page ? page : { ...page, status: 409 };
  },
});

/** The codes of a service's refusal when people have changed since a preview. */
const STALE: ReadonlySet<string> = new Set(['PEOPLE_IMPORT_STALE', 'USER_EMAIL_TAKEN', 'USER_CODE_TAKEN']);

function optionsOf({ fileKey }: Pick<SessionVisit, 'fileKey'>, values: Values) {
  return { fileKey, encoding: encodingIn(values), ignoreUnknownColumns: values[IGNORE_UNKNOWN.name] === '1' };
}

/** The encoding that was chosen; empty for none, or for one that there is not. */
function encodingIn(values: Values): string {
  return ENCODING.options.find(([each]) => each === values[ENCODING.name])?.[0] ?? '';
}

async function show(visit: SessionVisit, values: Values, state: FormState, isStale = false): Promise<Page | Redirect> {
  const { call, params, query, session } = visit;
  const id = params.id ?? '';
  const preview = await call(PeopleImportService.method.previewPeopleImport, {
    ...{ id, options: optionsOf(visit, values) },
    ...shownIn(query),
  });
  const isIgnoring = values[IGNORE_UNKNOWN.name] === '1';
  const own = previewPathOf(id, isIgnoring, encodingIn(values));
  const to = (more: Values) => `${own}${own.includes('?') ? '&' : '?'}${new URLSearchParams(more)}`;
  const people = await peopleOf(visit, previewPathOf(id), preview);
  if (preview.isImported) return imported(html`${outcomeOf(preview, to)}${people}`);
  const { faultCount, brokenRow, unreadRows, state: seen } = preview;
  const chosen = { ...(isIgnoring && { [IGNORE_UNKNOWN.name]: '1' }), [ENCODING.name]: encodingIn(values) };
  return {
    title: 'Preview',
    body: html`${heading({
      title: 'Preview',
      parent: { href: `${PATH}/import`, title: 'Import people' },
      about: faultCount > 0 ? 'The file has errors. Fix them in the spreadsheet and upload it again.' : ABOUT,
      actions: linkButton(`${PATH}/import`, 'Choose another file'),
    })}${isStale && faultSummary(CHANGED, [])}${
      brokenRow !== undefined &&
      html`<p class="message bad"><b>Read up to row ${brokenRow}; ${unreadRows === 1 ? '1 row was' : `${unreadRows} rows were`} not read.</b></p>`
    }${numbersOf(preview, to)}${isIgnoring && ignoredColumns(preview)}${readingForm(id, preview, chosen)}${columnsForm(id, preview, { chosen, key: state.key, institutionName: session.institutionName })}${faultCount > 0 && faultsOf(preview)}${people}${lettersOf(preview)}${
      faultCount === 0 &&
      form(
        { ...state, values: {} },
        { fields: [], submit: 'Import', carried: { [STATE]: seen, ...chosen }, cancel: PATH },
      )
    }`,
  };
}

function imported(body: Html): Page {
  const actions = html`${linkButton(`${PATH}/import`, 'Import another file')}${linkButton(PATH, 'People')}`;
  return {
    title: 'Imported people',
    body: html`${heading({ title: 'Imported people', parent: { href: PATH, title: 'People' }, actions })}${body}`,
  };
}

const ABOUT = 'Nothing has been changed yet. The file is imported as a whole, or not at all.';
const CHANGED =
  'Nothing was imported, because some people or groups in the file have changed since the preview. Check the new preview below, then import again.';

/** Asks before many people are archived. */
function question({ fresh, values, params }: SessionVisit & Sent, { extensions }: Refusal): Page {
  const { archived, active } = extensions as { readonly archived: number; readonly active: number };
  const title = `Archive ${archived} of ${active} active people?`;
  const consequences = [
    `The file archives ${archived} people: more than a tenth of the ${active} who are active.`,
    'They will no longer be able to clock in, be invited or sign in. Their records and appointments stay.',
  ];
  const isIgnoring = values[IGNORE_UNKNOWN.name] === '1';
  const back = previewPathOf(params.id ?? '', isIgnoring, encodingIn(values));
  return { title, status: 200, body: confirmation(fresh, { title, consequences, act: 'Import', back }, values) };
}
