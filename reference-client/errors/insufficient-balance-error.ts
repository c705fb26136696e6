import { moneyWords } from '../../contract/wire/money.ts'
import type { Money } from '../money.ts'
import { PartnerPurchaseError } from './partner-purchase-error.ts'

/** The balance does not cover the price: the purchase was not sent. */
export class InsufficientBalanceError extends PartnerPurchaseError {
  override readonly name = 'InsufficientBalanceError'
  readonly price: Money
  readonly balance: Money

  constructor({ price, balance }: { readonly price: Money; readonly balance: Money }) {
    super(
      'purchase',
      `The price is ${moneyWords(price.minorUnits, price)}, the balance ${moneyWords(balance.minorUnits, balance)}. ` +
        'This call sent no purchase. Top the balance up, then purchase again under the same reference; ' +
        'if an earlier call sent it already, look it up instead.',
    )
    this.price = price
    this.balance = balance
  }
}
