import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { assetOf, sendAsset } from './asset.ts';
import { clientsFolder, installedClients } from './installed-clients.ts';

/** The packages of the clients below `/docs`, for `npm install` and `pip install`. */
export async function clients(app: FastifyInstance): Promise<void> {
  const types = { typescript: 'application/gzip', python: 'application/zip' };
  for (const language of ['typescript', 'python'] as const) {
    const name = installedClients[language];
    const asset = await assetOf(types[language], await readFile(new URL(name, clientsFolder)));
    app.get(`/docs/${name}`, async (request, reply) => sendAsset(request, reply, asset));
  }
}
