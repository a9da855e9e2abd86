# A service for payments: keys as user names, forms with brackets.
curl https://api.pay.example.com/v1/charges -u sk_test_4eC39HqLyjWDarjtT1zdp7dc:
curl https://api.pay.example.com/v1/customers -u "sk_test_4eC39HqLyjWDarjtT1zdp7dc:" --data-urlencode description="My First Test Customer (created for API docs)" --data-urlencode email="jennyrosen@example.com"
curl https://api.pay.example.com/v1/payment_intents -u sk_test_4eC39HqLyjWDarjtT1zdp7dc: -d amount=2000 -d currency=usd -d "automatic_payment_methods[enabled]"=true
curl https://api.pay.example.com/v1/customers/cus_NffrFeUfNV2Hib -u "$PAY_KEY:" -d "metadata[order_id]"=6735
curl -X DELETE https://api.pay.example.com/v1/customers/cus_NffrFeUfNV2Hib -u "$PAY_KEY:"
curl -G https://api.pay.example.com/v1/customers -u "$PAY_KEY:" -d limit=3
curl -G https://api.pay.example.com/v1/charges/search -u "$PAY_KEY:" --data-urlencode query="amount>999 AND metadata['order_id']:'6735'"
curl https://api.pay.example.com/v1/prices -u "$PAY_KEY:" -d currency=usd -d unit_amount=1000 -d "recurring[interval]"=month -d "product_data[name]"="Gold Plan"
curl https://api.pay.example.com/v1/checkout/sessions -u "$PAY_KEY:" --data-urlencode success_url="https://example.com/success" -d "line_items[0][price]"=price_1MotwRLkdIwHu7ixYcPLm5uZ -d "line_items[0][quantity]"=2 -d mode=payment
curl https://api.pay.example.com/v1/invoices -u "$PAY_KEY:" -d customer=cus_1 -H "Idempotency-Key: KG5LxwFBepaKHyUD"
curl https://files.pay.example.com/v1/files -u "$PAY_KEY:" -F purpose=dispute_evidence -F file="@files/photo.png"
curl https://api.pay.example.com/v1/accounts -u "$PAY_KEY:" -H "Pay-Account: acct_1032D82eZvKYlo2C" -d type=custom -d country=US -d "capabilities[card_payments][requested]"=true
curl -v -X POST https://api.wallet.example.com/v1/oauth2/token -H "Accept: application/json" -H "Accept-Language: en_US" -u "CLIENT_ID:CLIENT_SECRET" -d "grant_type=client_credentials"
curl -v -X POST https://api.wallet.example.com/v2/checkout/orders \
-H 'Content-Type: application/json' \
-H 'PayWallet-Request-Id: 7b92603e-77ed-4896-8e78-5dea2050476a' \
-H 'Authorization: Bearer 6V7rbVwmlM1gFZKW_8QtzWXqpcwQ6T5vhEGYNJDAAdn3paCgRpdeMdVYmWzgbKSsECednupJ3Zx5Xd-g' \
-d '{
  "intent": "CAPTURE",
  "purchase_units": [
    {
      "reference_id": "d9f80740-38f0-11e8-b467-0ed5f89f718b",
      "amount": { "currency_code": "USD", "value": "100.00" }
    }
  ]
}'
curl -v -X PATCH https://api.wallet.example.com/v2/checkout/orders/5O190127TN364715T -H 'Content-Type: application/json' -H "Authorization: Bearer $ACCESS_TOKEN" -d '[{"op":"replace","path":"/purchase_units/@reference_id=='"'"'PUHF'"'"'/shipping_address","value":{"country_code":"US"}}]'
curl https://connect.till.example.com/v2/payments -X POST -H 'Till-Version: 2024-01-18' -H 'Authorization: Bearer ACCESS_TOKEN' -H 'Content-Type: application/json' -d '{"idempotency_key":"7b0f3ec5","amount_money":{"amount":1000,"currency":"USD"},"source_id":"ccof:GaJGNaZa8x4OgDJn4GB"}'
curl https://api.cards.example.com/v1/payments -H "x-API-key: ADYEN_API_KEY" -H "content-type: application/json" -d '{"amount":{"currency":"EUR","value":1000},"reference":"YOUR_ORDER_NUMBER","returnUrl":"https://your-company.example.com/checkout?shopperOrder=12xy.."}'
curl -u rzp_test_1DP5mmOlF5G5ag:thisissupersecret -X POST https://api.razor.example.com/v1/orders -H "content-type: application/json" -d '{"amount":50000,"currency":"INR","receipt":"receipt#1","notes":{"key1":"value3","key2":"value2"}}'
curl -X GET "https://api.fx.example.com/v1/rates?base=EUR&symbols=USD,GBP" -H "apikey: 1234"
curl "https://api.fx.example.com/latest?access_key=YOUR_ACCESS_KEY&symbols=USD"
curl https://api.bank.example.com/transfers -H 'Content-Type: application/json; charset=utf-8' -H "Authorization: Bearer $BANK" --data '{"amount": 10.00, "to": "DE89 3704 0044 0532 0130 00", "note": "Miete für März"}'
curl -X POST https://api.pay.example.com/v1/refunds -u "$PAY_KEY:" -d charge=ch_1 -d amount=100 -d reason=requested_by_customer
curl https://api.pay.example.com/v1/subscriptions -u "$PAY_KEY:" -d customer=cus_4 -d "items[0][price]=price_1" -d "items[1][price]=price_2" -d "expand[]=latest_invoice" -d "expand[]=pending_setup_intent"
curl https://api.pay.example.com/v1/tokens -u "$PAY_KEY:" -d "card[number]"=4242424242424242 -d "card[exp_month]"=5 -d "card[cvc]"=314
curl https://api.pay.example.com/v1/events?type=charge.succeeded\&limit=2 -u "$PAY_KEY:"
curl https://api.pay.example.com/v1/balance -H "Authorization: Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc"
curl https://api.pay.example.com/v1/coupons -u "$PAY_KEY:" -d percent_off=25.5 -d duration=repeating -d duration_in_months=3 -d "name=25.5% off"
curl https://api.pay.example.com/v1/products -u "$PAY_KEY:" -d "name=Gold & Silver"
