import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { faultSummary, heading, linkButton } from '../../components/elements.ts';
import { CONFIRMED, type FormState, form } from '../../components/form.ts';
import { type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import type { Page } from '../../components/page.ts';
import type { Values } from '../../route/opened-form.ts';
import { type Redirect, type Sent, type SessionVisit, screen } from '../../route/screen.ts';
import { columnsForm } from './columns.ts';
import { ENCODING, encodingField, IGNORE_UNKNOWN, previewPathOf } from './import.ts';
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
  return { fileKey, encoding: encodingIn(values), ignoreUnknownColumns: values[IGNORE_UNKNOWN] === '1' };
}

/** The encoding that was chosen; empty for none, or for one that there is not. */
function encodingIn(values: Values): string {
  return encodingField().options.find(([each]) => each === values[ENCODING])?.[0] ?? '';
}

async function show(visit: SessionVisit, values: Values, state: FormState, isStale = false): Promise<Page | Redirect> {
  const { call, params, query, session } = visit;
  const id = params.id ?? '';
  const preview = await call(PeopleImportService.method.previewPeopleImport, {
    ...{ id, options: optionsOf(visit, values) },
    ...shownIn(query),
  });
  const isIgnoring = values[IGNORE_UNKNOWN] === '1';
  const own = previewPathOf(id, isIgnoring, encodingIn(values));
  const to = (more: Values) => `${own}${own.includes('?') ? '&' : '?'}${new URLSearchParams(more)}`;
  const people = await peopleOf(visit, previewPathOf(id), preview);
  if (preview.isImported) return imported(html`${outcomeOf(preview, to)}${people}`);
  const { faultCount, brokenRow, unreadRows, state: seen } = preview;
  const chosen = { ...(isIgnoring && { [IGNORE_UNKNOWN]: '1' }), [ENCODING]: encodingIn(values) };
  return {
    title: t.peopleImport.preview,
    body: html`${heading({
      title: t.peopleImport.preview,
      parent: { href: `${PATH}/import`, title: t.peopleImport.title },
      about: faultCount > 0 ? t.peopleImport.hasFaults : t.peopleImport.aboutPreview,
      actions: linkButton(`${PATH}/import`, t.peopleImport.chooseAnother),
    })}${isStale && faultSummary(t.peopleImport.changedMeanwhile, [])}${
      brokenRow !== undefined &&
      html`<p class="message bad"><b>${t.peopleImport.readUpTo(brokenRow, unreadRows)}</b></p>`
    }${numbersOf(preview, to)}${isIgnoring && ignoredColumns(preview)}${readingForm(id, preview, chosen)}${columnsForm(id, preview, { chosen, key: state.key, institutionName: session.institutionName })}${faultCount > 0 && faultsOf(preview)}${people}${lettersOf(preview)}${
      faultCount === 0 &&
      form(
        { ...state, values: {} },
        { fields: [], submit: t.peopleImport.act, carried: { [STATE]: seen, ...chosen }, cancel: PATH },
      )
    }`,
  };
}

function imported(body: Html): Page {
  const actions = html`${linkButton(`${PATH}/import`, t.peopleImport.importAnother)}${linkButton(PATH, t.frame.people)}`;
  return {
    title: t.peopleImport.imported,
    body: html`${heading({ title: t.peopleImport.imported, parent: { href: PATH, title: t.frame.people }, actions })}${body}`,
  };
}

/** Asks before many people are archived. */
function question({ fresh, values, params }: SessionVisit & Sent, { extensions }: Refusal): Page {
  const { archived, active } = extensions as { readonly archived: number; readonly active: number };
  const title = t.peopleImport.archiveQuestion(archived, active);
  const consequences = [t.peopleImport.archivesMany(archived, active), t.peopleImport.archivedCannot];
  const isIgnoring = values[IGNORE_UNKNOWN] === '1';
  const back = previewPathOf(params.id ?? '', isIgnoring, encodingIn(values));
  return {
    title,
    status: 200,
    body: confirmation(fresh, { title, consequences, act: t.peopleImport.act, back }, values),
  };
}
