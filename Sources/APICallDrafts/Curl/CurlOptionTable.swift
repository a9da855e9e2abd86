extension CurlOption {
  /// All options of curl up to version 8.16: the name, the letter, the number of values, and what
  /// becomes of it.
  ///
  /// `=` is part of the file, `.` makes no difference, `>` names the option of `apicall run`,
  /// and after `!` is the reason that there is nothing like it.
  static let table = """
    abstract-unix-socket - 1 ! apicall connects only to sockets with a path
    alpn - 0 .
    alt-svc - 1 .
    anyauth - 0 =
    append a 0 ! it is for other protocols than HTTP
    aws-sigv4 - 1 ! apicall has no signatures of AWS
    basic - 0 =
    buffer N 0 .
    ca-native - 0 .
    cacert - 1 >--cacert
    capath - 1 >--capath
    cert E 1 >--cert
    cert-status - 0 ! apicall has no such setting for TLS
    cert-type - 1 ! apicall reads certificates in PEM form
    ciphers - 1 ! apicall chooses the ciphers
    clobber - 0 .
    compressed - 0 .
    compressed-ssh - 0 ! it is for other protocols than HTTP
    config K 1 ! apicall does not read the options of curl from a file
    connect-timeout - 1 =
    connect-to - 1 >--connect-to
    continue-at C 1 >--continue
    cookie b 1 =
    cookie-jar c 1 ! apicall keeps no cookies
    create-dirs - 0 .
    create-file-mode - 1 .
    crlf - 0 ! apicall sends files unchanged
    crlfile - 1 ! apicall has no such setting for TLS
    curves - 1 ! apicall chooses the curves
    data d 1 =
    data-ascii - 1 =
    data-binary - 1 =
    data-raw - 1 =
    data-urlencode - 1 =
    delegation - 1 ! apicall has no Negotiate
    digest - 0 =
    disable q 0 .
    disable-eprt - 0 .
    disable-epsv - 0 .
    disallow-username-in-url - 0 !
    dns-interface - 1 ! the system looks names up
    dns-ipv4-addr - 1 ! the system looks names up
    dns-ipv6-addr - 1 ! the system looks names up
    dns-servers - 1 ! the system looks names up
    doh-cert-status - 0 ! apicall has no such setting for TLS
    doh-insecure - 0 ! apicall has no such setting for TLS
    doh-url - 1 ! the system looks names up
    dump-ca-embed - 0 !
    dump-header D 1 >--print
    ech - 1 ! apicall has no such setting for TLS
    egd-file - 1 !
    engine - 1 !
    environment - 0 !
    eprt - 0 .
    epsv - 0 .
    etag-compare - 1 ! write the header field If-None-Match
    etag-save - 1 ! make the field ETag an output
    expect100-timeout - 1 .
    fail f 0 =
    fail-early - 0 .
    fail-with-body - 0 =
    false-start - 0 .
    follow - 0 =
    form F 1 =
    form-escape - 0 .
    form-string - 1 =
    ftp-account - 1 ! it is for other protocols than HTTP
    ftp-alternative-to-user - 1 ! it is for other protocols than HTTP
    ftp-create-dirs - 0 ! it is for other protocols than HTTP
    ftp-method - 1 ! it is for other protocols than HTTP
    ftp-pasv - 0 ! it is for other protocols than HTTP
    ftp-port P 1 ! it is for other protocols than HTTP
    ftp-pret - 0 ! it is for other protocols than HTTP
    ftp-skip-pasv-ip - 0 .
    ftp-ssl - 0 ! it is for other protocols than HTTP
    ftp-ssl-ccc - 0 ! it is for other protocols than HTTP
    ftp-ssl-ccc-mode - 1 ! it is for other protocols than HTTP
    ftp-ssl-control - 0 ! it is for other protocols than HTTP
    ftp-ssl-reqd - 0 ! it is for other protocols than HTTP
    get G 0 =
    globoff g 0 =
    happy-eyeballs-timeout-ms - 1 .
    haproxy-clientip - 1 !
    haproxy-protocol - 0 !
    head I 0 =
    header H 1 =
    help h 0 ! it prints help
    hostpubmd5 - 1 ! it is for other protocols than HTTP
    hostpubsha256 - 1 ! it is for other protocols than HTTP
    hsts - 1 .
    http0.9 - 0 ! apicall has no HTTP/0.9
    http1.0 0 0 >--http-version
    http1.1 - 0 .
    http2 - 0 >--http-version
    http2-prior-knowledge - 0 >--http-version
    http3 - 0 ! apicall has no HTTP/3
    http3-only - 0 ! apicall has no HTTP/3
    ignore-content-length - 0 ! apicall checks the length of the body
    include i 0 >--print
    insecure k 0 >--insecure
    interface - 1 ! the system chooses the interface
    ip-tos - 1 !
    ipfs-gateway - 1 !
    ipv4 4 0 >--ipv4
    ipv6 6 0 >--ipv6
    json - 1 =
    junk-session-cookies j 0 .
    keepalive - 0 .
    keepalive-cnt - 1 .
    keepalive-time - 1 .
    key - 1 >--key
    key-type - 1 ! apicall reads keys in PEM form
    knownhosts - 1 ! it is for other protocols than HTTP
    krb - 1 ! it is for other protocols than HTTP
    krb4 - 1 ! it is for other protocols than HTTP
    libcurl - 1 ! use 'apicall show --as curl'
    limit-rate - 1 >--limit-rate
    list-only l 0 ! it is for other protocols than HTTP
    local-port - 1 ! the system chooses the port
    location L 0 =
    location-trusted - 0 =
    login-options - 1 ! it is for other protocols than HTTP
    mail-auth - 1 ! it is for other protocols than HTTP
    mail-from - 1 ! it is for other protocols than HTTP
    mail-rcpt - 1 ! it is for other protocols than HTTP
    mail-rcpt-allowfails - 0 ! it is for other protocols than HTTP
    manual M 0 ! it prints help
    max-filesize - 1 ! use 'max_body'
    max-redirs - 1 =
    max-time m 1 =
    metalink - 0 !
    mptcp - 0 .
    negotiate - 0 ! apicall has no Negotiate
    netrc n 0 =
    netrc-file - 1 =
    netrc-optional - 0 =
    next : 0 =
    noproxy - 1 >--noproxy
    npn - 0 .
    ntlm - 0 ! apicall has no NTLM
    ntlm-wb - 0 ! apicall has no NTLM
    oauth2-bearer - 1 =
    out-null - 0 >--output
    output o 1 >--output
    output-dir - 1 >--output
    parallel Z 0 >--jobs
    parallel-immediate - 0 .
    parallel-max - 1 >--jobs
    parallel-max-host - 1 >--jobs
    pass - 1 >--passphrase-file
    path-as-is - 0 =
    pinnedpubkey - 1 >--pin
    post301 - 0 =
    post302 - 0 =
    post303 - 0 =
    preproxy - 1 >--proxy
    progress-bar # 0 .
    progress-meter - 0 .
    proto - 1 ! apicall makes only HTTP calls
    proto-default - 1 =
    proto-redir - 1 ! apicall follows only HTTP redirects
    proxy x 1 >--proxy
    proxy-anyauth - 0 ! apicall has no such setting for proxies
    proxy-basic - 0 ! apicall has no such setting for proxies
    proxy-ca-native - 0 .
    proxy-cacert - 1 ! apicall has no such setting for proxies
    proxy-capath - 1 ! apicall has no such setting for proxies
    proxy-cert - 1 ! apicall has no such setting for proxies
    proxy-cert-type - 1 ! apicall has no such setting for proxies
    proxy-ciphers - 1 ! apicall has no such setting for proxies
    proxy-crlfile - 1 ! apicall has no such setting for proxies
    proxy-digest - 0 ! apicall has no such setting for proxies
    proxy-header - 1 ! apicall sends no header fields to proxies
    proxy-http2 - 0 ! apicall has no such setting for proxies
    proxy-insecure - 0 ! apicall has no such setting for proxies
    proxy-key - 1 ! apicall has no such setting for proxies
    proxy-key-type - 1 ! apicall has no such setting for proxies
    proxy-negotiate - 0 ! apicall has no such setting for proxies
    proxy-ntlm - 0 ! apicall has no such setting for proxies
    proxy-pass - 1 ! apicall has no such setting for proxies
    proxy-pinnedpubkey - 1 ! apicall has no such setting for proxies
    proxy-service-name - 1 ! apicall has no such setting for proxies
    proxy-ssl-allow-beast - 0 ! apicall has no such setting for proxies
    proxy-ssl-auto-client-cert - 0 ! apicall has no such setting for proxies
    proxy-tls13-ciphers - 1 ! apicall has no such setting for proxies
    proxy-tlsauthtype - 1 ! apicall has no such setting for proxies
    proxy-tlspassword - 1 ! apicall has no such setting for proxies
    proxy-tlsuser - 1 ! apicall has no such setting for proxies
    proxy-tlsv1 - 0 ! apicall has no such setting for proxies
    proxy-user U 1 >--proxy
    proxy1.0 - 1 >--proxy
    proxytunnel p 0 ! apicall has no such setting for proxies
    pubkey - 1 ! it is for other protocols than HTTP
    quote Q 1 ! it is for other protocols than HTTP
    random-file - 1 !
    range r 1 =
    rate - 1 ! write 'rate' in a script
    raw - 0 .
    referer e 1 =
    remote-header-name J 0 >--output
    remote-name O 0 >--output
    remote-name-all - 0 >--output
    remote-time R 0 .
    remove-on-error - 0 .
    request X 1 =
    request-target - 1 =
    resolve - 1 >--resolve
    retry - 1 =
    retry-all-errors - 0 =
    retry-connrefused - 0 =
    retry-delay - 1 =
    retry-max-time - 1 =
    sasl-authzid - 1 ! it is for other protocols than HTTP
    sasl-ir - 0 ! it is for other protocols than HTTP
    service-name - 1 ! apicall has no Negotiate
    sessionid - 0 .
    show-error S 0 .
    sigalgs - 1 ! apicall has no such setting for TLS
    silent s 0 .
    skip-existing - 0 !
    socks4 - 1 ! apicall has no such setting for proxies
    socks4a - 1 >--proxy
    socks5 - 1 >--proxy
    socks5-basic - 0 ! apicall has no such setting for proxies
    socks5-gssapi - 0 ! apicall has no such setting for proxies
    socks5-gssapi-nec - 0 ! apicall has no such setting for proxies
    socks5-gssapi-service - 1 ! apicall has no such setting for proxies
    socks5-hostname - 1 >--proxy
    speed-limit Y 1 ! use 'timeout.idle'
    speed-time y 1 ! use 'timeout.idle'
    ssl - 0 .
    ssl-allow-beast - 0 ! apicall has no such setting for TLS
    ssl-auto-client-cert - 0 ! apicall has no such setting for TLS
    ssl-no-revoke - 0 ! apicall has no such setting for TLS
    ssl-reqd - 0 .
    ssl-revoke-best-effort - 0 ! apicall has no such setting for TLS
    ssl-sessions - 1 .
    sslv2 2 0 ! TLS 1.2 is the oldest version
    sslv3 3 0 ! TLS 1.2 is the oldest version
    stderr - 1 .
    styled-output - 0 .
    suppress-connect-headers - 0 .
    tcp-fastopen - 0 .
    tcp-nodelay - 0 .
    telnet-option t 1 ! it is for other protocols than HTTP
    test-event - 0 .
    tftp-blksize - 1 ! it is for other protocols than HTTP
    tftp-no-options - 0 ! it is for other protocols than HTTP
    time-cond z 1 =
    tls-earlydata - 0 .
    tls-max - 1 ! apicall uses the newest version of TLS
    tls13-ciphers - 1 ! apicall chooses the ciphers
    tlsauthtype - 1 ! apicall has no such setting for TLS
    tlspassword - 1 ! apicall has no such setting for TLS
    tlsuser - 1 ! apicall has no such setting for TLS
    tlsv1 1 0 .
    tlsv1.0 - 0 .
    tlsv1.1 - 0 .
    tlsv1.2 - 0 .
    tlsv1.3 - 0 >--tls-min
    tr-encoding - 0 .
    trace - 1 >--verbose
    trace-ascii - 1 >--verbose
    trace-config - 1 .
    trace-ids - 0 .
    trace-time - 0 .
    unix-socket - 1 >--unix-socket
    upload-file T 1 =
    upload-flags - 1 ! it is for other protocols than HTTP
    url - 1 =
    url-query - 1 =
    use-ascii B 0 ! apicall sends files unchanged
    user u 1 =
    user-agent A 1 =
    variable - 1 ! apicall does not expand the variables of curl
    verbose v 0 >--verbose
    version V 0 ! it prints the version
    vlan-priority - 1 !
    wdebug - 0 .
    write-out w 1 >--envelope
    xattr - 0 .
    """
}
