import path from 'node:path'

export type Node = { name: string; postgres: number; rest: number; folder: string }

/** The settings of one node. A production cluster can use the same, except for the addresses. */
export function patroniSettings(node: Node, etcd: string[], binaries: string, synchronous: boolean): object {
  const { name, postgres, rest, folder } = node
  return {
    scope: 'alpine',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: etcd.join(',') },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 2,
        retry_timeout: 3,
        primary_start_timeout: 0,
        maximum_lag_on_failover: 100 * 1024 * 1024,
        synchronous_mode: synchronous,
        synchronous_mode_strict: synchronous,
        synchronous_node_count: 1,
        postgresql: {
          use_pg_rewind: true,
          // Orders wait for a standby, which by default retries only every five seconds while the new primary starts.
          parameters: { max_connections: 100, wal_keep_size: '256MB', wal_retrieve_retry_interval: '500ms' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${postgres}`,
      connect_address: `127.0.0.1:${postgres}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: binaries,
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: folder, shared_buffers: '64MB' },
    },
  }
}

type Peer = { name: string; client: number; peer: number }

export function etcdFlags({ name, client, peer }: Peer, peers: Peer[], folder: string): string[] {
  const urlOf = (port: number) => `http://127.0.0.1:${port}`
  const flags = {
    name,
    'data-dir': path.join(folder, name),
    'listen-client-urls': urlOf(client),
    'advertise-client-urls': urlOf(client),
    'listen-peer-urls': urlOf(peer),
    'initial-advertise-peer-urls': urlOf(peer),
    'initial-cluster': peers.map((each) => `${each.name}=${urlOf(each.peer)}`).join(','),
    'heartbeat-interval': '200',
    'election-timeout': '2000',
  }
  return Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)
}

/** HAProxy settings: one port that leads to the primary and drops connections to a former primary. */
export function primaryProxyConfig(port: number, nodes: Node[]): string {
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`).join('\n')}
`
}
