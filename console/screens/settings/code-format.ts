import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { format as numeral } from '../../components/chart.ts';
import { type Fragment, html } from '../../components/html.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { sentenceOf } from '../../route/sent-form.ts';

/** A code that has a format. */
export function exampleOf(format: string): string {
  let digit = 0;
  return format.replaceAll('[0]', () => String(++digit % 10));
}

/** What a format means for an example and for the codes that users have. */
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
  const all = codes === MAX_COMPARED ? `the first ${numeral(codes)}` : numeral(codes);
  if (others === 0) return `All of ${all} stored codes match.`;
  return `${numeral(others)} of ${all} stored codes do not match; they stay as they are until they are changed.`;
}

/** What is wrong with a format, as a sentence; undefined for one without a fault. */
export async function formatFault(call: OptionalCall, format: string): Promise<string | undefined> {
  if (format === '') return undefined;
  const fault = await call(InstitutionService.method.checkUserCodeFormat, { format }).catch(faultOf);
  return typeof fault === 'string' ? sentenceOf(fault) : undefined;
}

/** What is wrong with a text that is no format. */
function faultOf(error: unknown): string {
  const [violation] = error instanceof Refusal ? error.violations : [];
  if (!violation) throw error;
  return violation.message;
}

const MAX_COMPARED = 10_000;
