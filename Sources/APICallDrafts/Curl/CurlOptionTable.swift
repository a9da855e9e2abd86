extension CurlOption {
  /// All options of curl up to version 8.16, by what becomes of them.
  ///
  /// `=` is part of the file, `.` makes no difference, `>` names the option of `apicall run`, and
  /// after `!` is the reason that there is nothing like it. Below are the names, with the letter
  /// after a comma, and a plus sign for an option with a value.
  static let table = """
    =
      anyauth basic connect-timeout+ cookie,b+ data,d+ data-ascii+ data-binary+ data-raw+
      data-urlencode+ digest fail,f fail-with-body follow form,F+ form-string+ get,G
      globoff,g head,I header,H+ json+ location,L location-trusted max-redirs+ max-time,m+
      netrc,n netrc-file+ netrc-optional next,: oauth2-bearer+ path-as-is post301 post302
      post303 proto-default+ range,r+ referer,e+ request,X+ request-target+ retry+
      retry-all-errors retry-connrefused retry-delay+ retry-max-time+ time-cond,z+
      upload-file,T+ url+ url-query+ user,u+ user-agent,A+
    .
      alpn alt-svc+ buffer,N ca-native clobber compressed create-dirs create-file-mode+
      disable,q disable-eprt disable-epsv eprt epsv expect100-timeout+ fail-early
      false-start form-escape ftp-skip-pasv-ip happy-eyeballs-timeout-ms+ hsts+ http1.1
      junk-session-cookies,j keepalive keepalive-cnt+ keepalive-time+ mptcp npn
      parallel-immediate progress-bar,# progress-meter proxy-ca-native raw remote-time,R
      remove-on-error sessionid show-error,S silent,s ssl ssl-reqd ssl-sessions+ stderr+
      styled-output suppress-connect-headers tcp-fastopen tcp-nodelay test-event
      tls-earlydata tlsv1,1 tlsv1.0 tlsv1.1 tlsv1.2 tr-encoding trace-config+ trace-ids
      trace-time wdebug xattr
    >--cacert
      cacert+
    >--capath
      capath+
    >--cert
      cert,E+
    >--connect-to
      connect-to+
    >--continue
      continue-at,C+
    >--envelope
      write-out,w+
    >--http-version
      http1.0,0 http2 http2-prior-knowledge
    >--insecure
      insecure,k
    >--ipv4
      ipv4,4
    >--ipv6
      ipv6,6
    >--jobs
      parallel,Z parallel-max+ parallel-max-host+
    >--key
      key+
    >--limit-rate
      limit-rate+
    >--noproxy
      noproxy+
    >--output
      out-null output,o+ output-dir+ remote-header-name,J remote-name,O remote-name-all
    >--passphrase-file
      pass+
    >--pin
      pinnedpubkey+
    >--print
      dump-header,D+ include,i
    >--proxy
      preproxy+ proxy,x+ proxy-user,U+ proxy1.0+ socks4a+ socks5+ socks5-hostname+
    >--resolve
      resolve+
    >--tls-min
      tlsv1.3
    >--unix-socket
      unix-socket+
    >--verbose
      trace+ trace-ascii+ verbose,v
    ! apicall has nothing like it
      disallow-username-in-url dump-ca-embed egd-file+ engine+ environment
      haproxy-clientip+ haproxy-protocol ip-tos+ ipfs-gateway+ metalink random-file+
      skip-existing vlan-priority+
    ! TLS 1.2 is the oldest version
      sslv2,2 sslv3,3
    ! apicall checks the length of the body
      ignore-content-length
    ! apicall chooses the ciphers
      ciphers+ tls13-ciphers+
    ! apicall chooses the curves
      curves+
    ! apicall connects only to sockets with a path
      abstract-unix-socket+
    ! apicall does not expand the variables of curl
      variable+
    ! apicall does not read the options of curl from a file
      config,K+
    ! apicall follows only HTTP redirects
      proto-redir+
    ! apicall has no HTTP/0.9
      http0.9
    ! apicall has no HTTP/3
      http3 http3-only
    ! apicall has no NTLM
      ntlm ntlm-wb
    ! apicall has no Negotiate
      delegation+ negotiate service-name+
    ! apicall has no signatures of AWS
      aws-sigv4+
    ! apicall has no such setting for TLS
      cert-status crlfile+ doh-cert-status doh-insecure ech+ sigalgs+ ssl-allow-beast
      ssl-auto-client-cert ssl-no-revoke ssl-revoke-best-effort tlsauthtype+ tlspassword+
      tlsuser+
    ! apicall has no such setting for proxies
      proxy-anyauth proxy-basic proxy-cacert+ proxy-capath+ proxy-cert+ proxy-cert-type+
      proxy-ciphers+ proxy-crlfile+ proxy-digest proxy-http2 proxy-insecure proxy-key+
      proxy-key-type+ proxy-negotiate proxy-ntlm proxy-pass+ proxy-pinnedpubkey+
      proxy-service-name+ proxy-ssl-allow-beast proxy-ssl-auto-client-cert
      proxy-tls13-ciphers+ proxy-tlsauthtype+ proxy-tlspassword+ proxy-tlsuser+
      proxy-tlsv1 proxytunnel,p socks4+ socks5-basic socks5-gssapi socks5-gssapi-nec
      socks5-gssapi-service+
    ! apicall keeps no cookies
      cookie-jar,c+
    ! apicall makes only HTTP calls
      proto+
    ! apicall reads certificates in PEM form
      cert-type+
    ! apicall reads keys in PEM form
      key-type+
    ! apicall sends files unchanged
      crlf use-ascii,B
    ! apicall sends no header fields to proxies
      proxy-header+
    ! apicall uses the newest version of TLS
      tls-max+
    ! it is for other protocols than HTTP
      append,a compressed-ssh ftp-account+ ftp-alternative-to-user+ ftp-create-dirs
      ftp-method+ ftp-pasv ftp-port,P+ ftp-pret ftp-ssl ftp-ssl-ccc ftp-ssl-ccc-mode+
      ftp-ssl-control ftp-ssl-reqd hostpubmd5+ hostpubsha256+ knownhosts+ krb+ krb4+
      list-only,l login-options+ mail-auth+ mail-from+ mail-rcpt+ mail-rcpt-allowfails
      pubkey+ quote,Q+ sasl-authzid+ sasl-ir telnet-option,t+ tftp-blksize+
      tftp-no-options upload-flags+
    ! it prints help
      help,h manual,M
    ! it prints the version
      version,V
    ! make the field ETag an output
      etag-save+
    ! the system chooses the interface
      interface+
    ! the system chooses the port
      local-port+
    ! the system looks names up
      dns-interface+ dns-ipv4-addr+ dns-ipv6-addr+ dns-servers+ doh-url+
    ! use 'apicall show --as curl'
      libcurl+
    ! use 'max_body'
      max-filesize+
    ! use 'timeout.idle'
      speed-limit,Y+ speed-time,y+
    ! write 'rate' in a script
      rate+
    ! write the header field If-None-Match
      etag-compare+
    """
}
