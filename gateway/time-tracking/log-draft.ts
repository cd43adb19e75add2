import type { LogDraftBody } from '../schema/time-log.ts';
import { utcText } from '../text/utc-text.ts';

/** Converts a log to create, from a checked body, to the form that the service accepts. */
export function logDraft({ startTime, endTime, pauses = [], note }: LogDraftBody) {
  return {
    startTime: utcText(startTime),
    endTime: utcText(endTime),
    pauses: pauseDrafts(pauses),
    ...(typeof note === 'string' ? { note } : {}),
  };
}

/** The same for the pauses of a log. */
export function pauseDrafts(pauses: NonNullable<LogDraftBody['pauses']>) {
  return pauses.map((pause) => ({ startTime: utcText(pause.startTime), endTime: utcText(pause.endTime) }));
}
