import type { MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { PreconditionSchema } from '../../proto/gen/lyceum/common/v1/precondition_pb.ts';
import { type Confirmation, confirmation } from '../components/confirmation.ts';
import type { Remark } from '../components/elements.ts';
import { CONFIRMED, type Field, type FormState, KEY, OPENED, valueIn, wordsOf } from '../components/form.ts';
import { type Html, html } from '../components/html.ts';
import type { Page } from '../components/page.ts';
import { type Change, conflictOf } from './conflict.ts';
import { differing, type Opened, readOpened, sentIn, shownIn, type Values, writeOpened } from './opened-form.ts';
import type { Outcome, Redirect, Screen, Sent, SessionVisit } from './screen.ts';
import { type Faults, FaultyForm, fieldFaults, refuseFaults } from './sent-form.ts';

/** A kind of records that forms change. */
export interface ChangedRecord<R> {
  /** What people call it: “the settings”. */
  readonly name: string;
  /** The record that the address names, as it is now. */
  read(visit: SessionVisit): Promise<R>;
  /** New with every change of it. Empty for a record that does not exist yet. */
  revisionOf(record: R): string;
  /** The changes since it had a revision, the latest first; undefined while they cannot be read. */
  changesSince(visit: SessionVisit, record: R, revision: string): Promise<readonly Change[] | undefined>;
}

/** What a form shows of a record. */
interface Shown<R> {
  readonly record: R;
  /** What can be changed, and how. */
  readonly fields: readonly Field[];
}

/** What a form shows and does not change, by which a person decides. */
export interface Fact {
  readonly name: string;
  readonly label: string;
  /** Differs if the fact does. */
  readonly value: string;
  /** The value for people. */
  readonly words: string | Html;
}

/** What a form asks for. */
interface Asked<R> extends Shown<R> {
  /** What the person has changed of what the form showed, and nothing else. */
  readonly changed: Values;
  /** What the form showed: values of fields and facts. */
  readonly seen: Values;
  /** The state of the record that the person has seen: whatever writes compares it, in its transaction. */
  readonly precondition: MessageInitShape<typeof PreconditionSchema>;
}

/** A form that changes a record, or does something with it. */
interface ChangeForm<R> extends Pick<Screen, 'path' | 'faults'> {
  readonly success: string;
  /** @param typed what the form holds already; empty when it is opened */
  fields?(visit: SessionVisit, record: R, typed: Values): readonly Field[] | Promise<readonly Field[]>;
  facts?(visit: SessionVisit, record: R): readonly Fact[];
  view(visit: SessionVisit, form: FormState & Shown<R>): Page | Promise<Page>;
  /** Makes the one call that writes. A page shows something once. */
  save(visit: SessionVisit & Sent & Asked<R>): Promise<Page | undefined>;
  /** Where it leads once its record is as it asks. */
  next(record: R): string;
  /** Of a form without fields of the record: whether the record is as it asks already. */
  isDone?(record: R): boolean;
  /** What is asked before a change is saved; undefined for one that is saved at once. */
  confirmation?(
    record: R,
    changed: Values,
    visit: SessionVisit & Sent,
  ): Confirmation | undefined | Promise<Confirmation | undefined>;
  /** Where the address leads while there is nothing that the form could do with the record. */
  elsewhere?(record: R): string | undefined;
  /** What is wrong with what was typed beside what the service has said, so that all of it is said at once. */
  check?(visit: SessionVisit, typed: Values, record: R): FormState['faults'] | Promise<FormState['faults']>;
}

/**
 * A screen whose form changes a record. The form carries what it was opened with. Only what the person has changed is
 * sent, with the revision that was shown; if the record has changed meanwhile, the service writes nothing, and the page
 * says who changed what (409).
 */
export function changeScreen<R>(kind: ChangedRecord<R>, form: ChangeForm<NoInfer<R>>): Screen {
  const { path, success, faults } = form;
  return { path, success, ...(faults && { faults }), isPublic: false, isChange: true, view, submit };

  async function view(visit: SessionVisit, state: FormState): Promise<Page | Redirect> {
    // What was typed can also be sent by GET, to be tried.
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
    if (ofRecord.length > 0 && ours.length === 0) return done;
    const changed = Object.fromEntries(ours.map(({ name }) => [name, sent[name] ?? '']));
    // Nobody is asked about a change that would be refused afterwards.
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

  /** The question before a change is saved, if there is one; or again, with what is wrong with its own fields. */
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
   * The form again, with what the record is now, and what the person has changed. Nothing is known of what a form
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
      conflict: conflictOf({ name: kind.name, changes, remarks }, present),
    });
    return { ...page, status: 409 };
  }

  function remarksOn(visit: SessionVisit, { record, fields }: Shown<R>, { was, now }: { was: Values; now: Values }) {
    const ofFields = differing(fields, was, now).map(
      (field): Remark => ({ id: field.name, label: field.label, text: `now ${wordsOf(field)}` }),
    );
    const ofFacts = differing(form.facts?.(visit, record) ?? [], was, now).map(
      ({ label, words }): Remark => ({ label, text: html`now ${words}` }),
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

/** What a service answers when a record, or its secret, is not what a form showed. */
const STALE: ReadonlySet<string> = new Set(['REVISION_STALE', 'SECRET_STALE']);
