import type { MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { PreconditionSchema } from '../../proto/gen/lyceum/common/v1/precondition_pb.ts';
import { type Confirmation, confirmation } from '../components/confirmation.ts';
import type { Remark } from '../components/elements.ts';
import { CONFIRMED, type Field, type FormState, KEY, OPENED, valueIn, wordsOf } from '../components/form.ts';
import type { Fragment } from '../components/html.ts';
import { t } from '../components/language.ts';
import type { Page } from '../components/page.ts';
import { type Change, conflictOf } from './conflict.ts';
import { differing, type Opened, readOpened, sentIn, shownIn, type Values, writeOpened } from './opened-form.ts';
import type { Outcome, Redirect, Screen, Sent, SessionVisit } from './screen.ts';
import { type Faults, FaultyForm, fieldFaults, refuseFaults } from './sent-form.ts';

/** A kind of records that forms change. */
export interface ChangedRecord<R> {
  /** Its name in sentences: “the settings”. */
  readonly name: () => string;
  /** The record that the address names, as it is now. */
  read(visit: SessionVisit): Promise<R>;
  /** New with every change of it. Empty for a record that does not exist yet. */
  revisionOf(record: R): string;
  /** The changes since it had a revision, the latest first; undefined while they cannot be read. */
  changesSince(visit: SessionVisit, record: R, revision: string): Promise<readonly Change[] | undefined>;
}

/** A record as a form shows it. */
interface Shown<R> {
  readonly record: R;
  /** The fields that can be changed. */
  readonly fields: readonly Field[];
}

/** A value that a form shows and does not change, and on which a person bases the decision. */
export interface Fact {
  readonly name: string;
  readonly label: string;
  /** Differs if the fact does. */
  readonly value: string;
  /** The value for people. */
  readonly words: Fragment;
}

/** The change that a form asks for. */
interface Asked<R> extends Shown<R> {
  /** Only the values that the person has changed. */
  readonly changed: Values;
  /** The values of fields and facts that the form showed. */
  readonly seen: Values;
  /** The state of the record that the person has seen: whatever writes compares it, in its transaction. */
  readonly precondition: MessageInitShape<typeof PreconditionSchema>;
}

/** A form that changes a record, or does something with it. */
interface ChangeForm<R> extends Pick<Screen, 'path' | 'faults'> {
  readonly success: () => string;
  /** @param typed the values of the form so far; empty when it is opened */
  fields?(visit: SessionVisit, record: R, typed: Values): readonly Field[] | Promise<readonly Field[]>;
  facts?(visit: SessionVisit, record: R): readonly Fact[];
  view(visit: SessionVisit, form: FormState & Shown<R>): Page | Promise<Page>;
  /** Makes the one call that writes. A page shows something once; another address takes the place of `next`. */
  save(visit: SessionVisit & Sent & Asked<R>): Promise<Outcome | undefined>;
  /** Where it leads once its record is as it asks. */
  next(record: R): string;
  /** Of a form without fields of the record: whether the record is as it asks already. */
  isDone?(record: R): boolean;
  /** The question before a change is saved; undefined for a change that is saved at once. */
  confirmation?(
    record: R,
    changed: Values,
    visit: SessionVisit & Sent,
  ): Confirmation | undefined | Promise<Confirmation | undefined>;
  /** Where the address leads while there is nothing that the form could do with the record. */
  elsewhere?(record: R): string | undefined;
  /** Faults of the typed values beside those the service has found, so that all are shown at once. */
  check?(visit: SessionVisit, typed: Values, record: R): FormState['faults'] | Promise<FormState['faults']>;
}

/**
 * A screen whose form changes a record. The form carries the values it was opened with. Only values that the person
 * changed are sent, with the revision that was shown; if the record has changed meanwhile, the service writes nothing,
 * and the page names the conflicting changes and their authors (409).
 */
export function changeScreen<R>(kind: ChangedRecord<R>, form: ChangeForm<NoInfer<R>>): Screen {
  const { path, success, faults } = form;
  return { path, success, ...(faults && { faults }), isPublic: false, isChange: true, view, submit };

  async function view(visit: SessionVisit, state: FormState): Promise<Page | Redirect> {
    // The typed values can also be sent by GET, to be tried.
    const values = !(KEY in state.values) && KEY in visit.query ? visit.query : state.values;
    const shown = await show(visit, values);
    const to = form.elsewhere?.(shown.record);
    if (to !== undefined) return { to };
    const isFaulty = Object.keys(state.faults).length > 0;
    const own = isFaulty
      ? { ...fieldFaults(shown.fields, values, true), ...(await form.check?.(visit, values, shown.record)) }
      : {};
    const opened = values[OPENED] ?? writeOpened(openedWith(visit, shown));
    return form.view(visit, { ...state, ...shown, values, faults: { ...own, ...state.faults }, opened });
  }

  async function submit(visit: SessionVisit & Sent): Promise<Outcome> {
    const { values } = visit;
    const shown = await show(visit, values);
    const { record, fields } = shown;
    refuseFaults(fieldFaults(fields, values, false));
    const sent = sentIn(fields, values);
    const ofRecord = fields.filter(({ name }) => name in sent);
    const opened = readOpened(values[OPENED]);
    if (!opened) return conflict(visit, shown, { ours: differing(ofRecord, sent, shownIn(fields)) });
    const ours = differing(ofRecord, sent, opened.values);
    const done: Redirect = { to: form.next(record) };
    // What is not there yet is not done because nothing was typed.
    if (ofRecord.length > 0 && ours.length === 0 && opened.revision !== '') return done;
    const changed = Object.fromEntries(ours.map(({ name }) => [name, sent[name] ?? '']));
    // A change that would be refused is not asked about.
    const isAsked = !(CONFIRMED in values) && kind.revisionOf(record) === opened.revision;
    const question = isAsked ? await ask(visit, record, changed) : undefined;
    if (question) return question;
    const precondition = { revisions: [opened.revision] };
    try {
      // Not refused before the service is asked: it knows a form that is sent twice.
      return (await form.save({ ...visit, ...shown, changed, seen: opened.values, precondition })) ?? done;
    } catch (error) {
      const again = error instanceof FaultyForm && (await ask(visit, record, changed, error.faults));
      if (again) return again;
      if (!(error instanceof Refusal && STALE.has(error.code))) throw error;
    }
    const present = await show(visit, values);
    const isDone =
      ofRecord.length > 0
        ? differing(ours, sent, shownIn(present.fields)).length === 0
        : form.isDone?.(present.record) === true;
    return isDone ? done : conflict(visit, present, { ours, opened });
  }

  /** The question before a change is saved, if there is one; or again, with the faults of its own fields. */
  async function ask(
    visit: SessionVisit & Sent,
    record: R,
    changed: Values,
    faults?: Faults,
  ): Promise<Page | undefined> {
    const question = await form.confirmation?.(record, changed, visit);
    const own = new Set(question?.fields?.map(({ name }) => name));
    if (!question || !Object.keys(faults ?? {}).every((name) => own.has(name))) return undefined;
    const { values, fresh } = visit;
    const [answers, carried] = [true, false].map((isOwn) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => own.has(name) === isOwn)),
    );
    const state = { ...fresh, opened: values[OPENED] ?? '', ...(faults && { faults, values: answers }) };
    return { title: question.title, body: confirmation(state, question, carried), status: faults ? 422 : 200 };
  }

  /**
   * The form again, with the present record and the person's changes. Nothing is known of a form that
   * showed that does not say it.
   */
  async function conflict(
    visit: SessionVisit & Sent,
    shown: Shown<R>,
    { ours, opened }: { readonly ours: readonly Field[]; readonly opened?: Opened },
  ): Promise<Page> {
    const { values, fresh, present } = visit;
    const now = openedWith(visit, shown);
    const parameters = shown.fields.filter(({ isParameter }) => isParameter);
    const kept = Object.fromEntries([...ours, ...parameters].map((field) => [field.name, valueIn(values, field)]));
    const changes = opened && (await kind.changesSince(visit, shown.record, opened.revision));
    const remarks = opened ? remarksOn(visit, shown, { was: opened.values, now: now.values }) : [];
    const page = await form.view(visit, {
      ...fresh,
      ...(await showing(visit, shown.record, kept)),
      values: kept,
      opened: writeOpened(now),
      conflict: conflictOf({ name: kind.name(), changes, remarks }, present),
    });
    return { ...page, status: 409 };
  }

  function remarksOn(visit: SessionVisit, { record, fields }: Shown<R>, { was, now }: { was: Values; now: Values }) {
    const ofFields = differing(fields, was, now).map(
      (field): Remark => ({ id: field.name, label: field.label, text: t.failures.isNow(wordsOf(field)) }),
    );
    const ofFacts = differing(form.facts?.(visit, record) ?? [], was, now).map(
      ({ label, words }): Remark => ({ label, text: t.failures.isNow(words) }),
    );
    return [...ofFields, ...ofFacts];
  }

  function openedWith(visit: SessionVisit, { record, fields }: Shown<R>): Opened {
    const facts = form.facts?.(visit, record) ?? [];
    const values = { ...shownIn(fields), ...Object.fromEntries(facts.map(({ name, value }) => [name, value])) };
    return { revision: kind.revisionOf(record), values };
  }

  async function show(visit: SessionVisit, typed: Values): Promise<Shown<R>> {
    return showing(visit, await kind.read(visit), typed);
  }

  async function showing(visit: SessionVisit, record: R, typed: Values): Promise<Shown<R>> {
    return { record, fields: (await form.fields?.(visit, record, typed)) ?? [] };
  }
}

/** The codes of a service's refusal when a record, or its secret, has changed since a form showed it. */
const STALE: ReadonlySet<string> = new Set(['REVISION_STALE', 'SECRET_STALE']);
