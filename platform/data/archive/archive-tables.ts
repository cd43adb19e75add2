import { bytes, instant, integer, jsonb, plainText, uuid } from '../../../libraries/typed-sql/index.ts';
import { table } from '../tables.ts';
import type { KeptPart } from './service-part.ts';

/** From which archive the service has the rows of an institution that has come from another installation. */
export const importedArchives = table('imported_archives', {
  isOfTheMoment: true,
  columns: {
    institutionId: uuid().says('nothing'),
    /** The SHA-256 of the archive's manifest, in hexadecimal. */
    digest: plainText().says('nothing'),
    importedAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId'],
});

/** The service's part of the archive that an institution's administrators have ordered. */
export const archiveParts = table('archive_parts', {
  isOfTheMoment: true,
  columns: {
    institutionId: uuid().says('nothing'),
    archiveId: uuid().says('nothing'),
    /** Null until it is written. */
    part: jsonb<KeptPart>().says('nothing').nullable(),
    expiresAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId'],
  indexes: {
    archive_parts_ordered: { on: ['expiresAt'], where: 'part IS NULL' },
    archive_parts_by_expiry: { on: ['expiresAt'] },
  },
});

/** The members of such archives, in pieces. */
export const archiveChunks = table('archive_chunks', {
  whose: 'many',
  isOfTheMoment: true,
  columns: {
    institutionId: uuid().says('nothing'),
    archiveId: uuid().says('nothing'),
    /** Its name. */
    member: plainText().says('nothing'),
    /** Counts the pieces of the member from 0. */
    position: integer().says('nothing'),
    content: bytes().says('text'),
    expiresAt: instant().says('nothing'),
  },
  primaryKey: ['institutionId', 'archiveId', 'member', 'position'],
  indexes: {
    archive_chunks_by_expiry: { on: ['expiresAt'] },
  },
});
