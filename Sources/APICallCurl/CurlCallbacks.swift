import APICallBase
import APICallContracts
import CLibCurl
import Glibc

// libcurl calls these on the loop's thread, from inside curl_multi_perform(3). They belong to no
// actor. The pointer is the transfer, which the loop retains until its handle has left the multi
// handle.

extension CurlOptions {
  func setCallbacks(userData: UnsafeMutableRawPointer) {
    set(CURLOPT_HEADERDATA, pointer: userData)
    set(CURLOPT_WRITEDATA, pointer: userData)
    set(CURLOPT_XFERINFODATA, pointer: userData)
    set(CURLOPT_PREREQDATA, pointer: userData)
    curl_shim_set_data_callback(easy, CURLOPT_HEADERFUNCTION, headerCallback)
    curl_shim_set_data_callback(easy, CURLOPT_WRITEFUNCTION, writeCallback)
    curl_shim_set_progress_callback(easy, progressCallback)
    curl_shim_set_connected_callback(easy, connectedCallback)
    curl_shim_set_socket_callback(easy, socketCallback)
    curl_shim_set_opening_callback(easy, openingCallback)
    // Without this, libcurl does not report progress to the callback.
    set(CURLOPT_NOPROGRESS, 0)
  }
}

extension CurlOptions {
  func setBodyCallbacks(userData: UnsafeMutableRawPointer) {
    set(CURLOPT_READDATA, pointer: userData)
    set(CURLOPT_SEEKDATA, pointer: userData)
    curl_shim_set_data_callback(easy, CURLOPT_READFUNCTION, readCallback)
    curl_shim_set_seek_callback(easy, seekCallback)
  }
}

private func transfer(_ userData: UnsafeMutableRawPointer?) -> CurlTransfer? {
  userData.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

/// `CURLOPT_HEADERFUNCTION`: a return value other than the count ends the transfer.
private func headerCallback(
  data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, userData: UnsafeMutableRawPointer?
) -> Int {
  Heartbeat.beat()
  defer { Heartbeat.beat() }
  let line = UnsafeRawBufferPointer(start: data, count: size * count)
  return transfer(userData)?.receive(line: line) == true ? line.count : -1
}

/// `CURLOPT_WRITEFUNCTION`: a return value other than the count ends the transfer.
private func writeCallback(
  data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, userData: UnsafeMutableRawPointer?
) -> Int {
  Heartbeat.beat()
  defer { Heartbeat.beat() }
  let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    .assumingMemoryBound(to: UInt8.self)
  return transfer(userData)?.receive(body: bytes) == true ? bytes.count : -1
}

/// `CURLOPT_READFUNCTION`: 0 ends the body.
private func readCallback(
  data: UnsafeMutablePointer<CChar>?, size: Int, count: Int, userData: UnsafeMutableRawPointer?
) -> Int {
  Heartbeat.beat()
  defer { Heartbeat.beat() }
  let buffer = UnsafeMutableRawBufferPointer(start: data, count: size * count)
  return transfer(userData)?.send(into: buffer) ?? Int(CURL_READFUNC_ABORT)
}

/// `CURLOPT_SEEKFUNCTION`: libcurl seeks to the beginning when it sends a request again.
private func seekCallback(
  userData: UnsafeMutableRawPointer?, offset: curl_off_t, whence: CInt
) -> CInt {
  let isToStart = offset == 0 && whence == SEEK_SET
  return isToStart && transfer(userData)?.rewindBody() == true
    ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
}

/// `CURLOPT_XFERINFOFUNCTION`.
private func progressCallback(
  userData: UnsafeMutableRawPointer?, toReceive: curl_off_t, received: curl_off_t,
  toSend: curl_off_t, sent: curl_off_t
) -> CInt {
  Heartbeat.beat()
  defer { Heartbeat.beat() }
  transfer(userData)?.moved(
    ExchangeProgress(
      // To libcurl, 0 is an unknown size.
      sent: Int64(sent), toSend: toSend > 0 ? Int64(toSend) : nil,
      received: Int64(received), toReceive: toReceive > 0 ? Int64(toReceive) : nil))
  return 0
}

/// `CURLOPT_SOCKOPTFUNCTION`: libcurl has made a socket.
private func socketCallback(
  userData: UnsafeMutableRawPointer?, socket: curl_socket_t, purpose: curlsocktype
) -> CInt {
  Heartbeat.note(connection: socket)
  return CURL_SOCKOPT_OK
}

/// `CURLOPT_OPENSOCKETFUNCTION`: a process that the program starts does not get the connection, which
/// would stay open as long as that process.
private func openingCallback(
  userData: UnsafeMutableRawPointer?, purpose: curlsocktype,
  address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address = address?.pointee else { return CURL_SOCKET_BAD }
  return socket(
    address.family, address.socktype | CInt(SOCK_CLOEXEC.rawValue), address.protocol)
}

/// `CURLOPT_PREREQFUNCTION`: the connection is established, TLS included.
private func connectedCallback(
  userData: UnsafeMutableRawPointer?, peer: UnsafeMutablePointer<CChar>?,
  local: UnsafeMutablePointer<CChar>?, peerPort: CInt, localPort: CInt
) -> CInt {
  let goesOn = transfer(userData)?.connected {
    peer.map { Peer(address: String(cString: $0), port: Int(peerPort)) }
  }
  return goesOn == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
