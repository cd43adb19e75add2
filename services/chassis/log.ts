import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';

export type Logger = PinoLogger;

export interface LogOptions {
  readonly level: string;
  /** Readable lines for a terminal instead of JSON. */
  readonly pretty: boolean;
  /** The name that stands in every line. */
  readonly name: string;
}

/**
 * The process's logger. Lines carry request id and institution where there are any, and never a secret: what could hold one is redacted
 * by name, and bodies and headers are not logged at all.
 */
export function createLogger(options: LogOptions): Logger {
  return pino({
    name: options.name,
    level: options.level,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: '[redacted]' },
    ...(options.pretty ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } } : {}),
  });
}

/** A logger that says nothing, for tests of single parts. */
export const silentLogger: Logger = pino({ level: 'silent' });

const SECRETS = ['authorization', 'secret', 'clientSecret', 'password', 'url', 'connectionString'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);
