import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { Failure, failureOf } from './failure.ts';

/** The limits of a form with a file. A file that is somewhat too large arrives, so that the form can say so. */
export const UPLOAD_LIMITS = { files: 1, fileSize: 4 * 1024 * 1024, fields: 20, fieldSize: 64 * 1024, parts: 21 };

/**
 * Reads forms with a file: the fields stand in the body, the file as bytes. A body that is no such form, or is
 * incomplete, is 400.
 */
export async function readUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: UPLOAD_LIMITS });
  app.addHook('preValidation', async (request) => {
    if (!request.isMultipart()) return;
    const body: Record<string, unknown> = Object.create(null);
    try {
      for await (const part of request.parts())
        body[part.fieldname] = part.type === 'file' ? await part.toBuffer() : part.value;
    } catch (error) {
      // The parser's own errors do not say whose fault they are; only the sent body can cause them.
      const failure = failureOf(error);
      throw failure.status === 500 ? new Failure(400, { cause: error }) : failure;
    }
    request.body = body;
  });
}

/** The file of a form that was sent; undefined if it has none. */
export function fileIn(body: unknown): Uint8Array | undefined {
  const { file } = Object(body) as { readonly file?: unknown };
  return file instanceof Uint8Array ? file : undefined;
}
