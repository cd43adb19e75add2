import { createRequire } from 'node:module';
import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import { scopeOfLine } from '../core/call-scope.ts';

export type Logger = PinoLogger;

export interface LogOptions {
  readonly level: string;
  /** Readable lines for a terminal instead of JSON. */
  readonly pretty: boolean;
  /** The name in every line. */
  readonly name: string;
  /** Destination of the lines instead of standard output. */
  readonly destination?: DestinationStream;
}

/**
 * The process's logger. Lines contain request id, institution and trace if there are any, and never a secret: fields
 * that could hold one are redacted by name, and bodies and headers are not logged at all.
 */
export function createLogger({ name, level, pretty, destination }: LogOptions): Logger {
  const options = {
    name,
    level,
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: '[redacted]' },
    serializers: { err: faultOf },
    mixin: scopeOfLine,
  };
  const output = pretty ? prettyLibrary()({ ignore: 'pid,hostname', singleLine: true, sync: true }) : destination;
  return output ? pino(options, output) : pino(options);
}

/** Loaded for terminals only. As a transport of pino it would run in a thread of its own, which takes 14 MB. */
const prettyLibrary = (): typeof import('pino-pretty') => createRequire(import.meta.url)('pino-pretty');

/** The properties that describe an error. Drivers attach rows, connections and requests, which must not be logged. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code, constraint } = pino.stdSerializers.err(error);
  return { type, message, stack, code, constraint };
}

/** A silent logger, for unit tests. */
export const silentLogger: Logger = pino({ level: 'silent' });

const SECRETS = [
  'authorization',
  'secret',
  'clientSecret',
  'liveSecrets',
  'credential',
  'token',
  'identities',
  'stateToken',
  'resultToken',
  'formToken',
  'fileKey',
  'browserToken',
  'typedValues',
  'personTexts',
  'callbackUrl',
  'secrets',
  'password',
  'url',
  'connectionString',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Formats another process's log lines for a terminal; lines that are not log lines stay unchanged. */
export function prettyLines(isColoured: boolean): (line: string) => string {
  const pretty = prettyLibrary().prettyFactory({
    colorize: isColoured,
    ignore: 'pid,hostname,name',
    translateTime: 'SYS:HH:MM:ss.l',
  });
  return (line) => pretty(line).trimEnd();
}
