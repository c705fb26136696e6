// Sends 50,000 requests, as fast as eight kept-alive connections take them.
import { Agent, request } from 'node:http'

const { SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY } = process.env
const REQUESTS = 50_000
const CONNECTIONS = 8

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const headers = { Authorization: `Bearer ${SERVICE_PARTNER_API_KEY}` }

function ping() {
  return new Promise((resolve, reject) => {
    const sent = request(`${SERVICE_BASE_URL}/ping`, { agent, headers }, (answer) => {
      answer.resume().once('close', resolve)
    })
    sent.once('error', reject).end()
  })
}

async function pingAgainAndAgain() {
  for (let sent = 0; sent < REQUESTS / CONNECTIONS; sent += 1) await ping()
}

await Promise.all(Array.from({ length: CONNECTIONS }, pingAgainAndAgain))
agent.destroy()
