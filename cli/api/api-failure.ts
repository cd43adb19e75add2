import { ConnectionError, ProblemError, UnexpectedAnswerError } from '../../clients/typescript/src/index.ts';
import { CommandFailure } from '../failure.ts';
import { printable } from '../terminal/printable.ts';

/**
 * Turns an error of the API client into a message for the user: rejected, no answer, or not Lyceum. Returns any other
 * error unchanged.
 * @param advice what to do if the request may succeed later
 */
export function apiFailure(error: unknown, url: string, advice: string): unknown {
  if (error instanceof ProblemError) {
    if (error.status === 401) {
      return new CommandFailure(`${url} rejects the credentials. Check LYCEUM_CLIENT_ID and LYCEUM_CLIENT_SECRET.`);
    }
    return new CommandFailure(`${url}: ${describe(error)}${error.status >= 500 ? ` ${advice}` : ''}`);
  }
  if (error instanceof UnexpectedAnswerError && error.status < 500) {
    return new CommandFailure(`What answers at ${url} is not Lyceum (status ${error.status}). Set LYCEUM_URL.`);
  }
  if (error instanceof UnexpectedAnswerError || error instanceof ConnectionError) {
    const reason = error instanceof ConnectionError ? error.reason : `status ${error.status}`;
    return new CommandFailure(`${url} does not answer (${printable(reason)}). ${advice}`);
  }
  return error;
}

/** A problem in one line: `422 validation_failed: … (at: …)`. */
function describe({ status, code, detail, errors }: ProblemError): string {
  const faults = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return `${status} ${code}: ${detail}${faults === '' ? '' : ` (${faults})`}`;
}
