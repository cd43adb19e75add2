import type { FastifyMultipartAttachFieldsToBodyOptions } from '@fastify/multipart';

/**
 * What a form with a file may send. The fields stand in the body, the file as bytes. A file that is somewhat too large
 * arrives, so that the form can say so.
 */
export const UPLOADS: FastifyMultipartAttachFieldsToBodyOptions = {
  attachFieldsToBody: 'keyValues',
  limits: { files: 1, fileSize: 4 * 1024 * 1024, fields: 20, fieldSize: 64 * 1024, parts: 21 },
};

/** The file of a form that was sent; undefined if it has none. */
export function fileIn(body: unknown): Uint8Array | undefined {
  const { file } = Object(body) as { readonly file?: unknown };
  return file instanceof Uint8Array ? file : undefined;
}
