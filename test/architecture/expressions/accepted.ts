/** Packages whose expressions read nothing that a client sends, each with what they read. */
export const UNREACHED: Readonly<Record<string, string>> = {
  semver: 'the versions of Fastify’s plugins, at start',
  'fastify-plugin': 'its own stack, at start',
  'node-pg-migrate': 'migrations',
  glob: 'names of migrations',
  jiti: 'migrations',
  '@bufbuild/cel': 'the rules of our contracts',
  'postgres-date': 'what the database sends',
  'postgres-interval': 'what the database sends',
  '@lukeed/ms': 'spans of time in our code',
  'ajv-formats': 'formats of schemas for Fastify’s own validator, which no route of ours has',
  'fast-json-stringify': 'schemas of our code, at start',
  'ical-generator': 'what calendars are made of: no organizers, no attendees',
};

/**
 * Expressions that the checker finds to be slow, or cannot judge, by their owner and beginning. Each with the bound of
 * what they read that makes them harmless.
 */
export const ACCEPTED: Readonly<Record<string, string>> = {
  'lyceum /=+$/': 'keys of the operator',
  'lyceum /\\/+$/': 'addresses of the operator',
  'lyceum /^CREATE (UNIQUE )?INDEX IF NOT EXISTS ((\\w+) ON (\\w+)[^;]*)': 'migrations',
  'lyceum /BEGIN:(?:STANDARD|DAYLIGHT)\\r\\n([\\s\\S]*?)END:/g': 'time zones of a library',
  'lyceum /([a-z-]+)\\/\\{(\\w+)\\}/g': 'paths of our own operations',
  'lyceum /[^.]+$/': 'names of our own contracts',
  'lyceum /^(?:\\/api\\/v4(?=\\/))?(.*?)(\\/[^/]*)$/s': 'a path as it is recorded, cut short; only one place to begin',
  'lyceum /[ \\t]*(?:(W\\/)?"([\\x21\\x23-\\x7e\\x80-\\xff]*)"[ \\t]*)?(?=,|$)': 'a header, 16 KiB; sticky',
  'lyceum /^(?:\\/api|\\/v\\d+)*(?=\\/)/': 'a path, 16 KiB; one way to read it',
  'lyceum /^[A-Z]+ [^\\r\\n]{8192}/': 'the beginning of a request, 16 KiB; one place to begin',
  'lyceum /^(\\/docs\\/(?:(?:de\\/)?guides|operate|develop)(?:\\/[\\w-]+)?|': 'links of our own documentation',
  'lyceum /(?<=^[a-zA-Z]{3,})(?=\\d{3,}$)/': 'a member’s code, 100 characters',
  'lyceum /(?:[w]|%(?:25)*(?:77))(?:[h]|%(?:25)*(?:68))(?:[s]|%(?:25)*':
    'test/system/linear-readers.test.ts measures it',
  'luxon /(\\d+)\\/(\\d+)\\/(\\d+) (AD|BC),? (\\d+):(\\d+):(\\d+)/': 'what Intl writes',
  'ipaddr.js /%.+$/': 'an address of a header or a socket: without line breaks it ends where it begins',
  'ip-address /%.*$/': 'an address of a socket',
  "fast-uri /^([\\da-z][\\d\\-a-z]{0,31}):((?:[\\w!$'()*+,\\-./:;=@]|%[\\da-f]": 'names of schemas of our code',
  'fastify /-(?:rc|pre|alpha).+$/u': 'the version of Fastify',
  'cookie /^([.]?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)([.][a-z0-9]([a-z0': 'domains of cookies that we set',
  'nodemailer /\\/+$/': 'addresses of the operator',
  'nodemailer /(<img\\b[^<>]{0,1024} src\\s{0,20}=[\\s"\']{0,20})(data:([^;"\'<': 'mail as HTML: ours is text',
  'nodemailer /^([a-zA-Z][a-zA-Z0-9+.-]*:)(?!\\/\\/)([\\s\\S]+)$/': 'the address of the mail server',
  'nodemailer /(\\s+)[^\\s]*$/': 'lines of mail, folded at 76 characters',
  'nodemailer /^334\\s+(.+)$/': 'an answer of the mail server',
  'undici /^([\'"]).*\\1$/': 'cookies of its mocks',
  'undici /^[\\t ]+|[\\t ]+$/g': 'its cache, which we do not use',
  'undici /[\\t ]+$/': 'its cache, which we do not use',
  'undici /(\\u0020+)$/u': 'addresses of the scheme data:, which we never fetch',
  'oauth4webapi /^\\s+(.*)$/': 'a header of a provider, 16 KiB; one place to begin',
  '@bufbuild/protobuf /^(-?)0+(?=\\d)/': 'a number in JSON; one place to begin',
  "@bufbuild/protovalidate /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-": 'no contract has its rule',
  '@opentelemetry/core /^\\s?((?!ff)[\\da-f]{2})-((?![0]{32})[\\da-f]{32})-((?![0]{16}':
    'a header, 16 KiB; one place to begin',
  '@peculiar/utils /-----BEGIN ([^-]+)-----([\\s\\S]*?)-----END \\1-----/g':
    'certificates of a passkey, 32 KiB, which SimpleWebAuthn writes as PEM: one place to begin',
  '@peculiar/utils /=+$/g': 'base64 that it has written itself: two characters at most',
  '@peculiar/x509 /"(.*?[^\\\\])?"/':
    'names that programs write: those in certificates of passkeys are not read as text',
  '@peculiar/x509 /(\\d\\.[\\d.]*\\d|[A-Za-z]+)=((?:"")|(?:".*?[^\\\\]")|(?:[^,+"\\\\]':
    'names that programs write: those in certificates of passkeys are not read as text',
  'asn1js /0+$/': 'three digits of a second',
  'asn1js /^\\s+|\\s+$/g': 'names in schemas of our packages',
};
