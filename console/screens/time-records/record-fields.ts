import type { MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import type { TimeRecord, TimeRecordSchema } from '../../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
import { link } from '../../components/elements.ts';
import type { Field } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import type { Present } from '../../components/time.ts';
import type { Values } from '../../route/opened-form.ts';
import { type Faults, FaultyForm, refuseFaults, sentenceOf } from '../../route/sent-form.ts';
import { type LocalField, localFields, readLocal, whichOf } from './local-fields.ts';
import { PATH, periodText } from './record-of.ts';

type Times = Pick<TimeRecord, 'startTime' | 'endTime' | 'pauses' | 'note'>;

/** The fields of a record, or of a new one: with one more pair of fields than it has pauses. */
export function recordFields(record: Partial<Times>, typed: Values, present: Present): readonly Field[] {
  const note: Field = { kind: 'textarea', name: 'note', label: 'Note', value: record.note ?? '', maxLength: 2_000 };
  return [...localFields(timesOf(record), typed, present), note];
}

/** The values of the fields, and their faults. */
export function readRecord(record: Partial<Times>, values: Values, present: Present) {
  const faults: Record<string, Faults[string]> = {};
  const read = new Map<string, string | undefined>();
  for (const field of timesOf(record)) {
    const { instant, faults: own } = readLocal(field, values, present);
    Object.assign(faults, own);
    read.set(field.name, instant);
    const isTyped = (values[field.name] ?? '') !== '';
    if (!isTyped && (field.required || (values[otherEnd(field.name)] ?? '') !== ''))
      faults[field.name] = 'Fill this in.';
  }
  const numbers = pauseNumbers(record).filter((n) => (values[`pause_${n}_start`] ?? '') !== '');
  const log: MessageInitShape<typeof TimeRecordSchema> = {
    startTime: read.get('start') ?? '',
    endTime: read.get('end') ?? '',
    pauses: numbers.map((n) => ({
      startTime: read.get(`pause_${n}_start`) ?? '',
      endTime: read.get(`pause_${n}_end`) ?? '',
    })),
  };
  return { log, numbers, faults };
}

/** The fields of the contract that the changed fields of a form are about. */
export function changedPaths(changed: Values): string[] {
  const names = Object.keys(changed);
  const has = (name: string) => names.includes(name) || names.includes(whichOf(name));
  return [
    ...(has('start') ? ['start_time'] : []),
    ...(has('end') ? ['end_time'] : []),
    ...(names.some((name) => name.startsWith('pause_')) ? ['pauses'] : []),
    ...(has('note') ? ['note'] : []),
  ];
}

/**
 * Runs a write of a record. Faults of its times are shown beside the fields, and an overlap beside the start,
 * with the other record.
 * @param numbers those of the pauses that were sent
 */
export async function withFaultsBeside<T>(
  present: Present,
  numbers: readonly number[],
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { conflictingLog: other } = error.extensions as { readonly conflictingLog?: OtherRecord };
    if (error.code === 'LOG_OVERLAPPING' && other) {
      const href = `${PATH}/${other.id}${other.endTime === null ? '/end' : ''}`;
      throw new FaultyForm({
        start: html`Overlaps the record of ${link(href, periodText(other, present))}.`,
      });
    }
    const beside = error.violations.flatMap(({ pointer, message }) => {
      const name = nameOf(pointer, numbers);
      return name === undefined ? [] : [[name, sentenceOf(inWords(message))] as const];
    });
    if (beside.length > 0 && beside.length === error.violations.length) refuseFaults(Object.fromEntries(beside));
    throw error;
  }
}

interface OtherRecord {
  readonly id: string;
  readonly startTime: string;
  readonly endTime: string | null;
}

/** The name of the field that a fault of a log is about. */
function nameOf(pointer: string, numbers: readonly number[]): string | undefined {
  const [, index, end] = /\/pauses\/(\d+)\/(start|end)_?time$/i.exec(pointer) ?? [];
  if (index !== undefined) return `pause_${numbers[Number(index)]}_${end}`;
  const [, field] = /\/(start|end|note|at)(?:_?time)?$/i.exec(pointer) ?? [];
  return field === 'at' ? 'end' : field;
}

function inWords(message: string): string {
  return message.replaceAll('startTime', 'start').replaceAll('endTime', 'end');
}

function timesOf(record: Partial<Times>): LocalField[] {
  const pauses = pauseNumbers(record).flatMap((n): LocalField[] => {
    const pause = record.pauses?.[n - 1];
    return [
      { name: `pause_${n}_start`, label: `Pause ${n} start`, instant: pause?.startTime },
      { name: `pause_${n}_end`, label: `Pause ${n} end`, instant: pause?.endTime },
    ];
  });
  return [
    { name: 'start', label: 'Start', instant: record.startTime, required: true },
    { name: 'end', label: 'End', instant: record.endTime, required: true },
    ...pauses,
  ];
}

function pauseNumbers({ pauses = [] }: Partial<Times>): number[] {
  return Array.from({ length: pauses.length + 1 }, (_, index) => index + 1);
}

/** Of a pause, the other one of its two fields; of anything else, none. */
function otherEnd(name: string): string {
  const [, pause, end] = /^(pause_\d+_)(start|end)$/.exec(name) ?? [];
  return pause === undefined ? '' : `${pause}${end === 'start' ? 'end' : 'start'}`;
}
