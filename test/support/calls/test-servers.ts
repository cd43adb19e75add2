import { ConnectServer } from '../../../platform/calls/connect-server.ts';
import { GrpcServer } from '../../../platform/calls/grpc-server.ts';
import type { ConnectKind } from './connect-transport.ts';

/** Starts the servers of a service at free ports, as its process does. */
export async function startServers(options: Omit<ConstructorParameters<typeof GrpcServer>[0], 'address'>) {
  const address = '127.0.0.1:0';
  const server = new GrpcServer({ ...options, address });
  const connect = new ConnectServer({ ...options, address, health: server.health });
  const [port, connectPort] = [await server.start(), await connect.start()];
  return {
    /** Of gRPC. */
    port,
    /** Of Connect and gRPC-Web. */
    connectPort,
    /** The port for a client of the Connect project. */
    portFor: (kind: ConnectKind) => (kind === 'connect-node grpc' ? port : connectPort),
    stop: (graceMs: number) => Promise.all([server.stop(graceMs), connect.stop(graceMs)]),
  };
}

export type TestServers = Awaited<ReturnType<typeof startServers>>;
