import { after, describe, test } from 'node:test'
import { contractSuite } from 'partner-purchase-kit/contract-tests'
import { serve } from 'partner-purchase-kit/mock-server'

const mock = await serve()
after(() => mock.close())
contractSuite({ baseUrl: mock.url, apiKey: 'pk_test_suite' }, { describe, test })
