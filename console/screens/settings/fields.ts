import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { livePart } from '../../components/control.ts';
import type { Field } from '../../components/form.ts';
import { type Fragment, html } from '../../components/html.ts';
import { numberText } from '../../components/language.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { sentenceOf } from '../../route/sent-form.ts';
import type { LastChanges } from './last-changes.ts';
import { propertyOf } from './values.ts';
import { ZONE_NAMES } from './zone-names.ts';

interface Shown {
  /** First values by the name of the field. */
  readonly values: Readonly<Record<string, string>>;
  readonly last: LastChanges;
  /** The effects of the typed time zone, and of the code format. */
  readonly localTime: Fragment;
  readonly trial: Fragment;
}

export const PATH = '/console/settings';

/** The fields of the settings. */
export function settingFields({ values, last, localTime, trial }: Shown): readonly Field[] {
  const setting = <F extends { readonly name: string; readonly help?: Fragment }>(field: F) => ({
    ...field,
    value: values[field.name] ?? '',
    help: html`${field.help}<br>${last(propertyOf(field.name))}`,
  });
  const live = { path: PATH, part: 'trial' };
  return [
    setting({
      name: 'time_tracking_timezone',
      label: 'Time zone',
      maxLength: 100,
      suggestions: ZONE_NAMES,
      live: { path: PATH, part: 'local-time' },
      help: html`${livePart('local-time', localTime)} Used for the days of time tracking, for calendars and for the times in this console.`,
    }),
    setting({
      name: 'user_code_format',
      label: 'Code format',
      maxLength: 255,
      live,
      help: html`<code>[0]</code> stands for one digit; use at least four. All other characters stand for themselves. Leave it empty to allow any code.`,
    }),
    {
      isParameter: true,
      name: 'example',
      label: 'Example',
      maxLength: 255,
      value: values.example ?? '',
      live,
      beside: html`<button class="button" formmethod="get">Try</button>`,
      help: livePart('trial', trial),
    },
    setting({
      name: 'default_lesson_unit_name',
      label: 'Lesson unit',
      maxLength: 255,
      help: 'The name of one unit of teaching, unless a module has its own.',
    }),
    setting({
      kind: 'number' as const,
      name: 'default_lesson_unit_minutes',
      label: 'Minutes of a lesson unit',
      help: 'Its length in minutes.',
    }),
    setting({
      kind: 'check' as const,
      name: 'time_tracking_enabled',
      label: 'Time tracking',
      help: 'People can clock in and out, and systems can send logs. When this is off, both are rejected.',
    }),
    setting({
      kind: 'check' as const,
      name: 'scheduling_enabled',
      label: 'Scheduling',
      help: 'People and systems can create appointments. When this is off, new appointments are rejected.',
    }),
    setting({
      kind: 'check' as const,
      name: 'reject_room_conflicts',
      label: 'Reject room conflicts',
      help: 'A second appointment in a room at the same time is rejected.',
    }),
  ];
}

/** A code that has a format. */
export function exampleOf(format: string): string {
  let digit = 0;
  return format.replaceAll('[0]', () => String(++digit % 10));
}

/** Whether an example and the codes of users match a format. */
export async function tryFormat(call: OptionalCall, format: string, example: string): Promise<Fragment> {
  if (format === '') return 'Any code is accepted.';
  const request = { format, ...(example !== '' && { example }), withStoredCodes: true };
  const checked = await call(InstitutionService.method.checkUserCodeFormat, request).catch(faultOf);
  if (checked === undefined) return 'The format can’t be checked right now.';
  if (typeof checked === 'string') return html`<b class="error">Not a valid format: it ${checked}.</b>`;
  const { exampleMatches, codes = 0, otherCodes = 0 } = checked;
  return html`${exampleMatches === true && 'The example matches. '}${exampleMatches === false && html`<b class="error">The example does not match.</b> `}${storedCodes(codes, otherCodes)}`;
}

function storedCodes(codes: number, others: number): string {
  if (codes === 0) return 'No user has a code yet.';
  const all = codes === MAX_COMPARED ? `the first ${numberText(codes)}` : numberText(codes);
  if (others === 0) return `All of ${all} stored codes match.`;
  return `${numberText(others)} of ${all} stored codes do not match; they stay as they are until they are changed.`;
}

/** The fault of a format, as a sentence; undefined without one. */
export async function formatFault(call: OptionalCall, format: string): Promise<string | undefined> {
  if (format === '') return undefined;
  const fault = await call(InstitutionService.method.checkUserCodeFormat, { format }).catch(faultOf);
  return typeof fault === 'string' ? sentenceOf(fault) : undefined;
}

/** The fault of a text that is no format. */
function faultOf(error: unknown): string {
  const [violation] = error instanceof Refusal ? error.violations : [];
  if (!violation) throw error;
  return violation.message;
}

const MAX_COMPARED = 10_000;
