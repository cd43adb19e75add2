import type { Values, Variable } from '../../core/config/config.ts';
import { integer, oneOf, optional, text, url } from '../../core/config/variables.ts';

/** The tracing variables of a process, with OpenTelemetry's names and meanings; others are not supported. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    url(['http', 'https'], {
      description: 'URL of the trace collector, such as http://collector:4318; without it nothing is traced',
    }),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/protobuf'], {
    description: 'protocol for sending traces',
    fallback: 'http/protobuf',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: pairs({
    description: 'headers sent to the collector: name=value, comma-separated, percent-encoded',
    secret: true,
  }),
  OTEL_SERVICE_NAME: optional(
    text({
      description:
        'service.name of the traces; default: lyceum-gateway, lyceum-directory and so on, or lyceum for everything in one process',
    }),
  ),
  OTEL_RESOURCE_ATTRIBUTES: pairs({
    description: 'further resource attributes of the traces: name=value, comma-separated, percent-encoded',
  }),
  OTEL_TRACES_SAMPLER: oneOf(
    [
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ],
    {
      description: 'which requests are traced; parentbased_: follow the decision of the caller, if there is one',
      fallback: 'parentbased_always_on',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: ratio({ description: 'ratio for traceidratio, 0 to 1', fallback: '1' }),
  TRACES_OF_CLIENTS_PER_SECOND: integer({
    description:
      'requests per second that a gateway traces because the client asks for it, when not all requests are traced',
    fallback: '10',
    minimum: 0,
    maximum: 100_000,
  }),
};

export type TracingConfig = Values<typeof tracingVariables>;

type Options = Omit<Variable<unknown>, 'parse'>;

/** Names with values, none by default. */
function pairs(options: Options): Variable<Readonly<Record<string, string>>> {
  return { fallback: '', ...options, parse: (value) => Object.fromEntries(entriesOf(value)) };
}

function entriesOf(value: string): [name: string, value: string][] {
  const parts = value.split(',').filter((part) => part.trim() !== '');
  return parts.map((part) => {
    const [name = '', content, ...more] = part.split('=').map((each) => each.trim());
    if (name === '' || content === undefined || more.length > 0) throw new Error(FORM);
    try {
      return [decodeURIComponent(name), decodeURIComponent(content)];
    } catch {
      throw new Error(FORM);
    }
  });
}

const FORM = 'must be name=value, several separated by commas; "=" and "," in a value are written %3D and %2C';

function ratio(options: Options): Variable<number> {
  return {
    ...options,
    parse(value) {
      const number = /^\d+(\.\d+)?$|^\.\d+$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1');
      return number;
    },
  };
}
