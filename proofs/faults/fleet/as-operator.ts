import { ServiceRouter } from '../../../platform/calls/service-router.ts';
import { closeAll, peersFrom, peerVariable } from '../../../platform/process/peers.ts';
import { callAs } from '../../../test/support/call-as.ts';
import type { Ports } from '../../../test/support/process/service-process.ts';

type CallsOf = (actor: Parameters<typeof callAs>[1]) => ReturnType<typeof callAs>;

/** Runs `act` with calls to the services as an operator, at the given ports. Closes the connections afterwards. */
export async function asOperator<T>(ports: Ports, act: (call: CallsOf) => Promise<T>): Promise<T> {
  const router = new ServiceRouter();
  const addresses = Object.fromEntries([...ports].map(([name, port]) => [peerVariable(name), `127.0.0.1:${port}`]));
  const peers = peersFrom([...ports.keys()], addresses, router);
  try {
    return await act((actor) => callAs(router, actor));
  } finally {
    closeAll(peers);
  }
}
